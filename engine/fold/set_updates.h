// Keeps the sets of cards (engine/state/card_sets.h) in step with the cards, their definitions and the ledger.
// Invariant: every change of a card's controller, its definition, or its recorded types and traits goes through here;
// Fold::moveToZone() updates the sets of zones.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// Adds a card that is in no set yet.
void addToSets(State& state, const Ruleset& ruleset, CardIndex index);

/// Sets the controller of a card; 0: none.
void setController(State& state, CardIndex index, Seat seat);

/// Sets the definition of a card, as an index into State::definitions; 0: unidentified.
void setDefinition(State& state, CardIndex index, std::uint32_t definition);

/// Attaches a card to an entity; kNone: detaches it.
void setHost(State& state, CardIndex index, Entity host);

/// Updates the sets of a subject after a recorded change about it began or ended, by the entries that are linked to it
/// now.
void updateSetsFor(State& state, const Entry& changed);

}  // namespace docket
