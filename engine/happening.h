// What an event is about, whatever its payload: the card, the player, the name and the other party that a rule of a
// document speaks of when it says `it`, `who`, "named" and `that`. One reading of the vocabulary, for triggers,
// requirements, permissions and wins.
#pragma once

#include <string_view>

#include "engine/occurrence.h"
#include "engine/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// Reads an event against the state before it: the cards that it introduces are not there yet.
Happening readHappening(const State& before, schema::Event::Reader event);

/// Whether a name of a document means this event: `named` is empty or one of the event's two names.
bool isNamed(const State& state, const Happening& happening, std::string_view named);

/// Whether an event is of the kind that a document speaks of: that payload, with that name.
bool isKind(const State& state, const Happening& happening, const EventKind& kind);

}  // namespace docket
