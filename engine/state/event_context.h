// The event context, as data: the card, the players and the names that a rule of a document refers to as `it`, `who`,
// `that` and "named". read_event.h reads them from an event; the state keeps those that something may still refer back
// to (state.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/rules/ids.h"
#include "schemas/event.capnp.h"

namespace docket {

struct EventContext {
  schema::Event::Which which{};
  CardIndex card = kNone;  ///< `it`: the card that the event is about; kNone: none
  Entity subject = kNone;  ///< that card, or the other entity that the event is about, as the state names it
  Seat player = 0;         ///< `who`: its player, else the actor; 0: none
  bool own_act = true;     ///< false: the record says that another player did it for its player
  /// A period's name or else its kind, a reason, a method, a designator, a value, a zone, what a number is chosen for.
  NameNumber name = 0;
  NameNumber kind = 0;        ///< the second name, if there are two: a period's kind, a zone, a granted ability's name
  Entity that = kNone;        ///< a host, a target (the first), a battle's place
  std::int64_t amount = 0;    ///< of values, counters and numbers; negative for a loss; 0 if unknown
  bool amount_known = true;   ///< false: a value was set whose previous amount is unknown
  CardIndex used = kNone;     ///< the card of the ability or trait that an act uses; kNone: a player's ability, or none
  std::uint16_t ability = 0;  ///< its number on that card; 0: unknown, or `named` gives it
  NameNumber named = 0;       ///< the name of a granted ability
  bool enters = false;        ///< a card enters play
  bool caused = false;        ///< an earlier event caused it
  std::uint8_t link = 0;      ///< of an activation: its number in the chain; 0: unknown, or not in a chain
  std::optional<schema::How> how{};  ///< how a value changes; empty: none does
  std::int16_t slot = -1;            ///< the slot into which its card goes; negative: not given
  ZoneIndex from = kUnbound;         ///< the zone that its card leaves, or is used from
  std::string statement{};           ///< of `told`: what is said; empty: the record does not say
  EventNumber group = 0;             ///< the first of the simultaneous events; 0: it happens alone
};

/// EventContext::how as it is hashed and stored in keyframes: 0 for none, else its number + 1.
inline std::uint8_t encodedHow(std::optional<schema::How> how) {
  return how ? static_cast<std::uint8_t>(static_cast<unsigned>(*how) + 1U) : std::uint8_t{0};
}

}  // namespace docket
