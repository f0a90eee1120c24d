// What an event is about, as data: what a rule of a document speaks of when it says `it`, `who`, "named" and `that`.
// read_event.h reads it from an event; the state keeps those that something may still refer back to (state.h).
#pragma once

#include <cstdint>

#include "engine/rules/ids.h"
#include "schemas/event.capnp.h"

namespace docket {

struct EventContext {
  schema::Event::Which which{};
  CardIndex card = kNone;  ///< `it`: the card that it is about; kNone: none
  Entity subject = kNone;  ///< as the state names it: that card, or the other entity that it is about
  Seat player = 0;         ///< `who`: its player, else the actor; 0 nobody
  bool own_act = true;     ///< false: the record says that somebody else did it for its player
  NameNumber name = 0;  ///< a period's name or else its kind, a reason, a method, a designator, a value, a zone, a what
  NameNumber kind = 0;  ///< the other name, where there are two: a period's kind, a zone, a given ability's
  Entity that = kNone;  ///< a host, a target (the first), a battle's place
  std::int64_t amount = 0;    ///< of values, counters and numbers; with its sign where it is a loss; 0 unless known
  bool amount_known = true;   ///< else a value was set, of which nobody knows what it was before
  CardIndex used = kNone;     ///< of an act that uses an ability or a trait: its card; kNone: a player's, or none
  std::uint16_t ability = 0;  ///< its number on that card; 0 it is not known, or `named` says it
  NameNumber named = 0;       ///< an ability that was given, by its name
  bool enters = false;        ///< a card comes into play that was not there
  EventNumber group = 0;      ///< the first of the events that happen at the same time; 0 it is alone
};

}  // namespace docket
