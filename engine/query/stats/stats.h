// Stats: a card's or another entity's Force, ATK, Personal Honor and so on. Computed from the printed card and the
// ledger in three steps: A the sum, B the floor, C the bounds (the ruleset chooses the variants). The sizes of changes
// ("Force penalty") are calculated like stats.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/state.h"

namespace docket {

struct StatReading {
  enum class Kind : std::uint8_t {
    known,
    absent,   ///< the card has no such stat; readers get zero
    unknown,  ///< the card is unidentified
  };
  Kind kind = Kind::unknown;
  std::int64_t amount = 0;  ///< the current value; 0 if unknown
  std::int64_t base = 0;
  CardIndex doubtful = kNone;  ///< the card of a trait whose effect on the stat depends on something unknown
};

/// The current value of a stat.
StatReading readStat(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// A card's printed stat, as the rules read it: an asterisk is a number there, or nothing.
PrintedStat printedStat(const State& state, const Rules& rules, const Card& card, const Definition& definition,
                        StatIndex stat);

/// The size of a change of `size`, after everything that increases, reduces or limits such changes. Signed: a
/// subtraction (a loss, a penalty) is negative. `stat`: a stat whose Stat::delta defines how its changes are
/// calculated.
StatReading readDelta(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int64_t size);

/// How a stat's bounds contradict each other: the highest minimum is above the lowest maximum.
enum class ContradictionKind : std::uint8_t {
  none,                 ///< they do not, or the value is absent or unknown
  below,                ///< the total (after step B) is below both
  above,                ///< the total is above both
  between,              ///< the total is between them, or equal to one
  later_has_no_effect,  ///< a bound that contradicts earlier ones has no effect
  frozen,               ///< the stat keeps the value that it had when the contradiction began
  maximum_wins,         ///< the lowest maximum holds
  minimum_wins          ///< the highest minimum holds
};

/// The derivation of a stat: each step of the calculation with the entries that went into it.
struct StatDerivation {
  struct Line {
    EntryIndex entry;  ///< in the ledger, recorded or computed
    bool counted;      ///< false: a bound without effect, or a bonus to an absent stat
  };
  StatReading reading;
  std::vector<Line> lines;   ///< oldest first
  std::int64_t sum = 0;      ///< after step A
  std::int64_t floored = 0;  ///< after step B
  bool has_minimum = false, has_maximum = false;
  std::int64_t minimum = 0, maximum = 0;  ///< the highest minimum and the lowest maximum in effect
  ContradictionKind contradiction = ContradictionKind::none;
};

/// The same calculation as readStat(), kept step by step.
StatDerivation deriveStat(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// How a stat's bounds contradict each other, as in deriveStat().
ContradictionKind contradictionOf(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// True if a subject has no such stat now, and nothing set it. Always false for the size of a change.
bool lacksStat(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// The smallest bonus or penalty that brings the stat to `value`. Zero if the stat already has that value, through its
/// sum, its floor or its bounds. A stat above `value` never gets a bonus and one below it never a penalty. Otherwise
/// the difference is counted from the sum before floor and bounds. An absent stat that is set counts as 0, at which it
/// is first given. `before`: only older entries count; null: all.
std::int32_t bonusToReach(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int32_t value,
                          const Entry* before = nullptr);
/// The sum of what is printed and of the bonuses and penalties older than an entry.
std::int64_t sumBefore(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Entry& before);

}  // namespace docket
