// Classifies the change of a stat at an event by the rules: a bonus, a penalty or neither. To find out, the changes of
// the event are applied to the state before it, without those that the rules do not count (bounds, endings, bonuses
// that follow the state, a unit's composition); the resulting difference is the bonus or the penalty.
#pragma once

#include <cstdint>
#include <string>

#include "engine/state/state.h"

namespace docket {

struct StatChange {
  enum class Kind : std::uint8_t {
    none,  ///< the stat did not change
    bonus,
    penalty,
    neither,
    unknown,  ///< the card is unidentified
  };
  Kind kind = Kind::none;
  std::int64_t by = 0;   ///< the amount by which the stat changed, of whatever kind
  std::string clause{};  ///< the clause that classifies it; empty if the ruleset has none
};

/// `before` and `after`: the state around one event.
StatChange readStatChange(const State& before, const State& after, const Rules& rules, Entity subject, StatIndex stat);

}  // namespace docket
