// Who has won: the ruleset's rules of winning and the terms on cards (a mission's), asked after each event. A win by
// terms follows from what happened and is never recorded; what the record says of the end is held against it (judge.h).
#pragma once

#include <optional>

#include "engine/happening.h"
#include "engine/state.h"

namespace docket {

/// The first rule of winning that holds after an event; nothing where none does, or something unknown decides. `event`
/// of the result is the caller's matter.
std::optional<Won> decideOutcome(const State& after, const Rules& rules, const Happening& happening);

/// The end of the game, as far as it is known: what the record says, else what the rules come to.
struct End {
  bool over = false;
  Seat winner = 0;                ///< 0 nobody
  EventNumber event = 0;          ///< the event that says it, or after which the rules came to it
  const WinRule* rule = nullptr;  ///< by which the rules come to it; null: the record says it
};
End endOf(const State& state, const Rules& rules);

/// The rule that a computed win is by, or null.
const WinRule* ruleOf(const State& state, const Rules& rules);

}  // namespace docket
