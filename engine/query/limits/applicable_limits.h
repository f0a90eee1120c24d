// Which limits hold for what is asked: those that the card names and those of every ability or card.
#pragma once

#include <boost/container/small_vector.hpp>

#include "engine/query/limits/limits.h"

namespace docket {

/// The limits that hold for what is asked. `known` is false where the card or which of its abilities it is is not
/// known, and it may thus have limits that are not among them: some limit that cards name counts such a thing.
struct ApplicableLimits {
  boost::container::small_vector<AppliedLimit, 4> limits;  // the reducer asks at every act: no memory from the heap
  boost::container::small_vector<AppliedLimit, 1>
      but_for_texts;  ///< those that hold as well, unless a text that nobody knows says otherwise; `known` is false
                      ///< then
  bool known = true;
};
ApplicableLimits limitsOf(const State& state, const Rules& rules, const UseQuestion& question);

}  // namespace docket
