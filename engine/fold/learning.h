// Teaches a state what an event gives: its names and the identities of cards. The event is judged with them, so a state
// learns them in place before the event is judged and folded into it; no copy of the state is needed.
// Invariant: learning names changes no fact of the state, and not its fingerprint. The caller that folds the event next
// passes on what was learned (Learned in pending_event.h).
#pragma once

#include <span>

#include "engine/query/acts/pending_event.h"
#include "engine/query/acts/recorded_context.h"
#include "engine/rules/catalogue.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// Learns the names and the card identities that an event gives. `learned`: what the state has already learned from it.
void learn(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Learned learned);
/// Throws DamagedArchive if a name is empty or already known.
void learnNames(State& state, const Rules& rules, EventNumber number, const RecordedContext& recorded_context);
/// Learns the identities of cards from an event that brings no cards into the game.
void learnCards(State& state, const Rules& rules, EventNumber number, const RecordedContext& recorded_context);
/// Learns only the names of an event that was taken back or corrected: later events refer to them.
void learnNamesOnly(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event);
/// Lets every seat know cards, after event `last`.
void makeKnownToAll(State& state, const Rules& rules, EventNumber last, std::span<const CardIndex> cards);

}  // namespace docket
