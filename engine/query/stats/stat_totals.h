// The sums of a stat before its bounds and its floor are applied: the base value and the total of the ledger's entries
// about it. Step A of a calculation; stats.h reads the stat. Internal to the engine.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/query/stats/stats.h"

namespace docket {

constexpr std::int64_t kNoMinimum = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kNoMaximum = std::numeric_limits<std::int64_t>::max();

struct Base {
  StatReading::Kind kind = StatReading::Kind::known;
  std::int64_t amount = 0;
  bool modifier = false;
};

/// The totals and bounds from the ledger's entries about one stat.
struct Totals {
  Base base;
  std::int64_t changes = 0;
  std::int64_t minimum = kNoMinimum, maximum = kNoMaximum;
  CardIndex doubtful = kNone;
};

/// The base value before any ledger entry.
Base baseOf(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// Adds the entries about a stat to `totals`, which has only a base so far. `before`: only older entries count; null:
/// all.
void addEntries(Totals& totals, const State& state, const Rules& rules, Entity subject, StatIndex stat,
                const Entry* before = nullptr);

}  // namespace docket
