// Reduces a catalogue to some of its cards.
// Invariant: a game of these cards has the same result under both.
#pragma once

#include <set>
#include <string>

#include "schemas/event.capnp.h"
#include "tools/game/documents.h"

namespace docket::lab {

using CardKeys = std::set<std::string, std::less<>>;

/// Adds the cards that an event identifies.
void addCardsOf(schema::Event::Reader event, CardKeys& keys);

/// The catalogue's cards with these keys, and those that they count as, in catalogue order.
[[nodiscard]] HeldDocument cardsOnly(const HeldDocument& catalogue, const CardKeys& keys);

}  // namespace docket::lab
