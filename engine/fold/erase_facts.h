// Erases elements of a list of the state, and their facts from the fingerprint. Internal to engine/fold.
#pragma once

#include <range/v3/algorithm/equal_range.hpp>

#include "engine/fold/fold.h"
#include "engine/state/facts.h"

namespace docket {

/// Erases all elements.
template <class Facts>
void eraseFacts(State& state, Facts& facts) {
  for (const auto& one : facts) state.fingerprint -= factOf(one);
  facts.clear();
}

/// Erases the elements for which `gone` returns true.
template <class Facts, class Gone>
void eraseFacts(State& state, Facts& facts, Gone&& gone) {
  std::erase_if(facts, [&](const auto& one) {
    const bool goes = gone(one);
    if (goes) state.fingerprint -= factOf(one);
    return goes;
  });
}

/// Erases the elements about a subject; they are sorted by subject (`subject_of`).
template <class Records, class SubjectOf>
void eraseAbout(Fold& fold, Records& records, Entity subject, SubjectOf subject_of) {
  const auto about = ranges::equal_range(records, subject, {}, subject_of);
  for (const auto& one : about) fold.state.fingerprint -= factOf(one);
  records.erase(about.begin(), about.end());
}

}  // namespace docket
