// What a stat is made of before its bounds and its floor are applied: the base value, and what the ledger's entries
// about it sum up to. Step A of a calculation; stats.h reads the stat. Internal to the engine.
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

/// The sums and bounds that the ledger's entries about one stat come to.
struct Totals {
  Base base;
  std::int64_t changes = 0;
  std::int64_t minimum = kNoMinimum, maximum = kNoMaximum;
  CardIndex doubtful = kNone;
};

/// What there is before anything in the ledger.
Base baseOf(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// What the entries about a stat make of `totals.base`, where there is nothing but a base yet. `before`: only those
/// that are older; null: all.
void addEntries(Totals& totals, const State& state, const Rules& rules, Entity subject, StatIndex stat,
                const Entry* before = nullptr);

/// The stats that an entry of the ledger is about, a bit each: any other is what readUnchanged() gives.
[[nodiscard]] std::uint64_t changedStats(const State& state, Entity subject);
/// The value of a stat of which changedStats() has no bit: what readStat() gives, without a look at the ledger.
[[nodiscard]] StatReading readUnchanged(const State& state, const Rules& rules, Entity subject, StatIndex stat);

}  // namespace docket
