// A question about use, as data: the input of a count (limits.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/rules/ids.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// What a limit is asked about. A use: `player` uses ability `ability` of `card` (0: plays the card; kNone: uses an
/// ability of the player), in answer to `trigger`. Copies: `card`, which is `player`'s or on `host`.
struct UseQuestion {
  CardIndex card = kNone;
  std::uint32_t definition = 0;
  std::uint16_t ability = 0;
  NameNumber designator = 0;
  std::string_view name{};  ///< the name of a granted ability; valid as long as the game's names
  Seat player = 0;
  EventNumber trigger = 0;
  Entity host = kNone;
  /// For a granted ability: the title of its card at the time (titleNumber); 0: the current title.
  std::uint32_t titled = 0;
  schema::Limit::Counted counted = schema::Limit::Counted::ACTIVATIONS;
  bool coming = false;              ///< for copies: the card is about to become one of them, and is not counted yet
  bool any_format = false;          ///< for copies in a deck: includes limits on decks of other formats
  bool trigger_unrecorded = false;  ///< an act for which the record does not give the trigger
};

}  // namespace docket
