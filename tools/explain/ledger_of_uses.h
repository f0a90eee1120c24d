// The ledger of uses: what `docket limits` shows beyond the counts in use (counts_of_limits.h): copies, and remaining
// uses.
#pragma once

#include "tools/explain/counts_of_limits.h"

namespace docket {

/// Selects counts. Each field that is set narrows the selection.
struct CountFilter {
  Seat player = 0;         ///< uses by that player, counts that are that player's
  CardIndex card = kNone;  ///< uses of that card; also its limits that no use counts against yet
};

/// Every count that countsOfLimits() gives, and those of copies (so many in play, attached), that pass the filter.
[[nodiscard]] CountsOfLimits ledgerOfUses(const State& state, const Rules& rules, const CountFilter& filter);

}  // namespace docket
