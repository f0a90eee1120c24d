// Teaches a state the names and card identities that an event gives, before the event is judged and folded into it, so
// that no copy of the state is needed.
// Invariant: learning names changes no fact of the state, and not its fingerprint. The caller that folds the event next
// passes on what was learned (Learned in pending_event.h).
#pragma once

#include <span>

#include "engine/query/acts/recorded_context.h"
#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket {

/// Throws DamagedArchive if a name is empty or already known.
void learnNames(State& state, const Rules& rules, EventNumber number, const RecordedContext& recorded_context);
/// Learns the identities of cards from an event that brings no cards into the game.
void learnCards(State& state, const Rules& rules, EventNumber number, const RecordedContext& recorded_context);

/// Lets every seat know cards, after event `last`.
void showCards(State& state, const Rules& rules, EventNumber last, std::span<const CardIndex> cards);

}  // namespace docket
