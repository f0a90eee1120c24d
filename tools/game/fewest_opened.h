// Which hidden values have to be open for something to hold: they are closed group by group, and what it does not hold
// without stays open.
// Invariant: with what is left open it was tried, and holds. The same question gives the same answer.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace docket {

/// Which values are open, by number.
using OpenValues = std::vector<bool>;

struct FewestOpened {
  OpenValues open;
  unsigned trials = 0;        ///< how often `holds` was asked
  bool was_tried_out = true;  ///< false: the trials ended before all was tried, so fewer might do
};

/// The most trials: of n groups of which k have to stay open about 2 k log2(n) are needed.
inline constexpr unsigned kMostTrials = 400;

/// `groups` are numbers of values that are closed together where they can be, each value in one of them; then those of
/// groups that stay open are tried one by one. With all values open `holds` has to be true.
[[nodiscard]] FewestOpened fewestOpened(const std::vector<std::vector<std::size_t>>& groups,
                                        const std::function<bool(const OpenValues&)>& holds,
                                        unsigned most_trials = kMostTrials);

}  // namespace docket
