// What a list of a state has about a subject, taken out. Internal to engine/fold.
#pragma once

#include <range/v3/algorithm/equal_range.hpp>

#include "engine/fold/fold.h"
#include "engine/state/facts.h"

namespace docket {

/// Takes it out of `records`, which are in order of their subjects (`subject_of`), and out of the fingerprint.
template <class Records, class SubjectOf>
void eraseAbout(Fold& fold, Records& records, Entity subject, SubjectOf subject_of) {
  const auto about = ranges::equal_range(records, subject, {}, subject_of);
  for (const auto& one : about) fold.state.fingerprint -= factOf(one);
  records.erase(about.begin(), about.end());
}

}  // namespace docket
