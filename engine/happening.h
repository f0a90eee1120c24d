// What an event is about, whatever its payload: the card, the player, the name and the other party that a rule of a
// document speaks of when it says `it`, `who`, "named" and `that`. One reading of the vocabulary, for triggers,
// requirements, permissions and wins.
#pragma once

#include <cstdint>

#include "engine/ids.h"
#include "engine/state.h"
#include "schemas/event.capnp.h"

namespace docket {

struct Happening {
  schema::Event::Which which{};
  CardIndex card = kNone;  ///< `it`: the card that it is about; kNone: none
  Entity subject = kNone;  ///< as the state names it: that card, or the other entity that it is about
  Seat player = 0;         ///< `who`: its player, else the actor; 0 nobody
  NameNumber name = 0;  ///< a period's name or else its kind, a reason, a method, a designator, a value, a zone, a what
  NameNumber kind = 0;  ///< the other name, where there are two: a period's kind, a zone, a value's how is not one
  Entity that = kNone;  ///< a host, a target (the first), a battle's place
  std::int64_t amount = 0;  ///< of values, counters and numbers; with its sign where it is a loss
  EventNumber group = 0;    ///< the first of the events that happen at the same time; 0 it is alone
};

/// Reads an event against the state before it: the cards that it introduces are not there yet.
Happening readHappening(const State& before, schema::Event::Reader event);

/// Whether a payload and a name of a document mean this event: `named` is empty or one of the event's two names.
bool isNamed(const State& state, const Happening& happening, std::string_view named);

/// Whether an event is of the kind that a document speaks of: that payload, with that name.
bool isKind(const State& state, const Happening& happening, const EventKind& kind);

}  // namespace docket
