// The cards that an event brings into the game.
#pragma once

#include <cstdint>

#include "schemas/event.capnp.h"

namespace docket {

/// Cards first .. first+count-1.
struct NewCards {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

inline NewCards newCards(schema::Event::Reader event) {
  switch (event.which()) {
    case schema::Event::DECK_REGISTERED:
      return {event.getDeckRegistered().getFirst(), event.getDeckRegistered().getCount()};
    case schema::Event::SHUFFLED:
      return {event.getShuffled().getFirst(), event.getShuffled().getCount()};
    case schema::Event::CARD_CREATED:
      return {event.getCardCreated().getCard(), 1};
    default:
      return {};
  }
}

}  // namespace docket
