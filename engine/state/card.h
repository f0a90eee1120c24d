// A card of a game: its identity, its location and orientation, and what is attached to it. A value type; the state
// holds all cards.
#pragma once

#include <cstdint>

#include "engine/rules/ids.h"
#include "events/seats.h"

namespace docket {

enum class Facing : std::uint8_t { up = 0, down = 1 };

struct Card {
  std::uint32_t number = 0;      ///< its current number; a shuffle assigns a new one
  std::uint32_t definition = 0;  ///< index into State::definitions; 0: unidentified
  Entity host = kNone;           ///< the entity that it is attached to: a card's *index*, or another entity
  CardIndex first_attached = kNone, next_attached = kNone, previous_attached = kNone;
  EntryIndex first_entry = kNone;    ///< head of the list of ledger entries about it, newest first
  EntryIndex first_sourced = kNone;  ///< head of the list of entries that last as long as it does
  EventNumber arrived = 0;  ///< the event that moved it to its location; with its index it identifies an instance
  EventNumber attached_at = 0;
  EventNumber changed_by = 0;  ///< the last event that changed it or what it reads; bookkeeping, not a fact
  std::int16_t slot = -1;
  std::uint16_t attachment = 0;  ///< name of the kind of attachment
  ZoneIndex zone = kUnbound;     ///< kUnbound: it does not exist (any more)
  Seat zone_player = 0;
  Seat owner = 0;
  Seat controller = 0;  ///< as controllerOf() reads it (ledger.h); kept because everything asks for it
  Seat base_controller = 0;
  Facing face = Facing::up;
  std::uint8_t orientation = 0;
  Seats known_to = kEveryone;  ///< seats that know its identity (the record may know more than a seat)
  bool created = false;        ///< an effect created it during the game
  bool touched = false;        ///< while an event is folded: its fact is out of the fingerprint
  bool former_kept = false;  ///< while an event is folded: its former state is noted, to be compared with its new state

  [[nodiscard]] bool exists() const { return zone != kUnbound; }
};

}  // namespace docket
