// What an event brings and says of cards, learned by the state that it is judged with and folded into: so no copy of
// that state has to be made that knows it.
// Invariant: by names no fact of a state is another, nor its fingerprint. Whoever folds the event next says what was
// learned (Learned in event_at_hand.h).
#pragma once

#include "engine/query/acts/surroundings.h"
#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket {

/// Throws DamagedArchive where one of them is empty or known already.
void learnNames(State& state, const Rules& rules, EventNumber number, const Surroundings& around);
/// What cards are, of an event that brings none into the game.
void learnCards(State& state, const Rules& rules, EventNumber number, const Surroundings& around);

}  // namespace docket
