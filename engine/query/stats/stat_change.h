// What the change of a stat at an event is in the eyes of the rules: a bonus, a penalty, or neither. Told by taking the
// event apart: what it gave is applied to the state before it, without what the rules do not count (bounds, endings,
// bonuses that follow the state, a unit's make-up); what the stat changes by then is the bonus or the penalty.
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
    unknown,  ///< it is not known what the card is
  };
  Kind kind = Kind::none;
  std::int64_t by = 0;   ///< what the stat changed by, whatever that is
  std::string clause{};  ///< by which it is that; empty where the ruleset has none
};

/// `before` and `after`: the table around one event.
StatChange readStatChange(const State& before, const State& after, const Rules& rules, Entity subject, StatIndex stat);

}  // namespace docket
