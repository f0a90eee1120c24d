// Erases a subject from a list of the state. Internal to engine/fold.
#pragma once

#include <range/v3/algorithm/equal_range.hpp>

#include "engine/fold/fold.h"
#include "engine/state/facts.h"

namespace docket {

/// Erases the subject from `records`, which are sorted by subject (`subject_of`), and from the fingerprint.
template <class Records, class SubjectOf>
void eraseAbout(Fold& fold, Records& records, Entity subject, SubjectOf subject_of) {
  const auto about = ranges::equal_range(records, subject, {}, subject_of);
  for (const auto& one : about) fold.state.fingerprint -= factOf(one);
  records.erase(about.begin(), about.end());
}

}  // namespace docket
