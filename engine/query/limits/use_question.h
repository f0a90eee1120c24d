// Questions about use, as data: what is asked of a counter (limits.h), and what an act asks (act_question.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/rules/ids.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// Whose counter is asked for: an ability of a card (0: the card itself) or, without a card, of the player, used by a
/// player, perhaps in answer to a trigger; of copies, a card that is `player`'s or on `host`.
struct UseQuestion {
  CardIndex card = kNone;
  std::uint32_t definition = 0;
  std::uint16_t ability = 0;
  NameNumber designator = 0;
  std::string_view name{};  ///< of an ability that was given; it lives as long as the game's names
  Seat player = 0;
  EventNumber trigger = 0;
  Entity host = kNone;
  std::uint32_t titled = 0;  ///< of a given ability: what its card was called then (titleNumber); 0: as it is now
  schema::Limit::Counted counted = schema::Limit::Counted::ACTIVATIONS;
  bool coming = false;          ///< of copies: the card is about to be one of them, and is not counted yet
  bool any_format = false;      ///< of copies in a deck: limits on decks of other formats too
  bool trigger_unsaid = false;  ///< it is an act of which the record does not say what it answers
};

/// The question about use that an act asks; `counted` false for an event that no limit counts.
struct ActQuestion {
  bool counted = false;
  UseQuestion use;
};

}  // namespace docket
