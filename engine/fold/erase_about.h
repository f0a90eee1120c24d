// Takes out of a list what it has about a subject. Internal to engine/fold.
#pragma once

#include <functional>
#include <range/v3/algorithm/equal_range.hpp>

#include "engine/fold/fold.h"
#include "engine/state/facts.h"

namespace docket {

/// The same out of the fingerprint. `records` are in order of their subjects.
template <class Records, class SubjectOf>
void eraseAbout(Fold& fold, Records& records, Entity subject, SubjectOf subject_of) {
  const auto about = ranges::equal_range(records, subject, {}, subject_of);
  for (const auto& one : about) fold.state.fingerprint -= factOf(one);
  records.erase(about.begin(), about.end());
}

}  // namespace docket
