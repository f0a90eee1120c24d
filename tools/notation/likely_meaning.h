// What a typed event can hardly mean, though it could be recorded: a card in a slot that is taken, a life far below
// nothing, a play in a way that no document knows. Who means it says so in braces. Internal to the reading of events.
// Invariant: what is asked here is only asked of what somebody types; a record is taken as it is.
#pragma once

#include "engine/state/state.h"
#include "events/names.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// A use of a card that has one ability, as far as its text is known, is of that one: it is said with it.
void sayAbility(schema::Event::Builder event, const State& before, const Names& names);

/// Throws a Mistake with suggestions if the line hardly means this event. `names`: of the event.
void requireLikely(const Cursor& line, schema::Event::Reader event, const State& before, const Rules& rules,
                   const Names& names);

}  // namespace docket::notation
