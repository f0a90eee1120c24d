// Stats: what a card or another entity has of Force, ATK, Personal Honor, ... A reading of the printed card and of the
// ledger, in three steps: A the sum, B the floor, C the bounds (the ruleset chooses the variants). The sizes of changes
// ("Force penalty") are calculated like stats.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/state.h"

namespace docket {

struct StatReading {
  enum class Kind : std::uint8_t {
    known,
    absent,   ///< the card has no such stat; what reads it gets zero
    unknown,  ///< it is not known what the card is
  };
  Kind kind = Kind::unknown;
  std::int64_t amount = 0;  ///< the current value; 0 unless known
  std::int64_t base = 0;
  CardIndex doubtful = kNone;  ///< the card of a trait of which something unknown decides how it changes the stat
};

/// The current value of a stat.
StatReading readStat(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// What is printed of a stat on a card, as the rules read it: an asterisk is a number there, or nothing.
PrintedStat printedStat(const State& state, const Rules& rules, const Card& card, const Definition& definition,
                        StatIndex stat);

/// The size of a change that was to be of `size`, after all that increases, reduces or limits such changes, with its
/// sign: what is subtracted (a loss, a penalty) is negative. `stat`: one whose Stat::delta says what becomes of it.
StatReading readDelta(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int64_t size);

/// Why a stat is what it is: each step of the calculation with the entries that went into it.
struct StatDerivation {
  struct Line {
    EntryIndex entry;  ///< of the ledger, recorded or computed
    bool counted;      ///< false: a bound that has no effect, or a bonus to a stat that is absent
  };
  enum class Case : std::uint8_t {
    none,
    below,
    above,
    between,
    later_has_no_effect,
    frozen,
    maximum_wins,
    minimum_wins
  };

  StatReading reading;
  std::vector<Line> lines;   ///< oldest first
  std::int64_t sum = 0;      ///< after step A
  std::int64_t floored = 0;  ///< after step B
  bool has_minimum = false, has_maximum = false;
  std::int64_t minimum = 0, maximum = 0;  ///< the highest minimum and the lowest maximum in effect
  Case contradiction = Case::none;
};

/// The same calculation as readStat, kept step by step.
StatDerivation deriveStat(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// What its bounds come to that contradict each other, as deriveStat() has it.
StatDerivation::Case contradictionOf(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// Whether a subject has no such stat now, and nothing set it. The size of a change is no stat that anything lacks.
bool lacksStat(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// The smallest bonus or penalty that brings the stat to `value`. What the stat is already takes none, whether by its
/// sum, its floor or its bounds; what is higher never takes a penalty and what is lower never a bonus; else it is
/// counted from the sum before floor and bounds. A stat that is lacking and is set counts as the 0 at which it is first
/// given. `before`: only entries older than this one are there; null: all.
std::int32_t bonusToReach(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int32_t value,
                          const Entry* before = nullptr);
/// The sum of what is printed and of the bonuses and penalties older than an entry.
std::int64_t sumBefore(const State& state, const Rules& rules, Entity subject, StatIndex stat, const Entry& before);

}  // namespace docket
