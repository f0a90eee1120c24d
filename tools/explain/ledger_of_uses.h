// The ledger of uses: what `docket limits` shows beyond the counters in use (limit_counters.h): copies, and remaining
// uses.
#pragma once

#include "tools/explain/limit_counters.h"

namespace docket {

/// Which counters are asked for. Each field that is set narrows it down.
struct CounterFilter {
  Seat player = 0;         ///< uses by that player, counters that are that player's
  CardIndex card = kNone;  ///< uses of that card; also its limits that no use counts against yet
};

/// Every counter that limitCounters() gives, and those of copies (so many in play, attached), that pass the filter.
[[nodiscard]] LimitCounters ledgerOfUses(const State& state, const Rules& rules, const CounterFilter& filter);

}  // namespace docket
