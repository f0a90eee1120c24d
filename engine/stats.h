// Stats: what a card or another entity has of Force, ATK, Personal Honor, ... A reading of the printed card and of the
// ledger, in three steps: A the sum, B the floor, C the bounds (the ruleset chooses the variants).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state.h"

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
};

/// The current value of a stat.
StatReading readStat(const State& state, const Rules& rules, Entity subject, StatIndex stat);

/// Why a stat is what it is: each step of the calculation with the entries that went into it.
struct StatDerivation {
  struct Line {
    EntryIndex entry;  ///< of the ledger
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

/// The smallest bonus or penalty that brings the stat to `value`: counted from the sum before floor and bounds.
std::int32_t bonusToReach(const State& state, const Rules& rules, Entity subject, StatIndex stat, std::int32_t value);

}  // namespace docket
