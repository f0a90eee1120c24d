// Finds which hidden values must be open for a condition to hold: closes them group by group and leaves open those that
// the condition needs.
// Invariant: the condition was tried with the values left open, and holds. The same question gives the same answer.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace docket {

/// Which values are open, by number.
using OpenValues = std::vector<bool>;

struct FewestOpened {
  OpenValues open;
  unsigned trials = 0;        ///< the number of calls to `holds`
  bool was_tried_out = true;  ///< false: the trials ran out first, so fewer values might do
};

/// The maximum number of trials. For n groups, k of which must stay open, about 2 k log2(n) are needed.
inline constexpr unsigned kMaxTrials = 400;

/// Each group lists values to close together if possible; each value is in exactly one group. The values of groups that
/// stay open are then tried one by one. `holds` must be true with all values open.
[[nodiscard]] FewestOpened fewestOpened(const std::vector<std::vector<std::size_t>>& groups,
                                        const std::function<bool(const OpenValues&)>& holds,
                                        unsigned most_trials = kMaxTrials);

}  // namespace docket
