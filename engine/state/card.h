// A card of a game: what it is known to be, where it lies and how, and what hangs on it. A value; the state has them
// all.
#pragma once

#include <cstdint>

#include "engine/rules/ids.h"

namespace docket {

enum class Facing : std::uint8_t { up = 0, down = 1 };

struct Card {
  std::uint32_t number = 0;      ///< its number now; a shuffle gives it another
  std::uint32_t definition = 0;  ///< in State::definitions; 0: not known what it is
  Entity host = kNone;           ///< the entity that it is attached to: a card's *index*, or another entity
  CardIndex first_attached = kNone, next_attached = kNone, previous_attached = kNone;
  EntryIndex first_entry = kNone;    ///< of the ledger's entries about it, the newest first
  EntryIndex first_sourced = kNone;  ///< of the entries that last while it does
  EventNumber arrived = 0;           ///< when it came to its location; with its index it names an instance
  EventNumber attached_at = 0;
  EventNumber noted = 0;  ///< the last event that changed it or what it reads; bookkeeping, not a fact
  std::int16_t slot = -1;
  std::uint16_t attachment = 0;  ///< name of the kind of attachment
  ZoneIndex zone = kUnbound;     ///< kUnbound: it does not exist (any more)
  Seat zone_player = 0;
  Seat owner = 0;
  Seat controller = 0;  ///< as controllerOf() reads it (ledger.h); kept because everything asks for it
  Seat base_controller = 0;
  Facing face = Facing::up;
  std::uint8_t orientation = 0;
  std::uint8_t known_to = 0xFF;  ///< seats that know what it is (the record may know more than a seat)
  bool created = false;          ///< it came into being during the game, by an effect
  bool touched = false;          ///< during an event: its fact is out of the fingerprint
  bool followed = false;         ///< during an event: what it was is noted, to be held against what it comes to

  [[nodiscard]] bool exists() const { return zone != kUnbound; }
};

}  // namespace docket
