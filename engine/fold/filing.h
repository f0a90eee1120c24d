// Keeps the sets of cards (engine/state/card_sets.h) what the cards, their definitions and the ledger make them.
// Invariant: whoever changes a card's controller, what it is, or the changes of types and traits that are
// recorded of it, goes through here; where it lies is filed by Fold::lies.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// Files a card that is in no set yet.
void file(State& state, const Ruleset& ruleset, CardIndex index);

/// Lets a card be controlled by a player; 0: by nobody.
void setController(State& state, CardIndex index, Seat seat);

/// Lets a card be what has that number in State::definitions; 0: it is not known what.
void setDefinition(State& state, CardIndex index, std::uint32_t definition);

/// Lets a card be attached to something; kNone: to nothing.
void setHost(State& state, CardIndex index, Entity host);

/// A recorded change about a subject began or ended: what is recorded of it shows by those that are linked to it now.
void fileChange(State& state, const Entry& changed);

}  // namespace docket
