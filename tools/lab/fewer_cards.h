// A catalogue cut down to some of its cards.
// Invariant: what a game of these cards comes to is the same under both.
#pragma once

#include <set>
#include <string>

#include "schemas/event.capnp.h"
#include "tools/game/documents.h"

namespace docket::lab {

using CardKeys = std::set<std::string, std::less<>>;

/// Adds the cards that an event says the identity of.
void addCardsOf(schema::Event::Reader event, CardKeys& keys);

/// The cards of the catalogue that have these keys, and those that they count as, in their order.
[[nodiscard]] HeldDocument cardsOnly(const HeldDocument& catalogue, const CardKeys& keys);

}  // namespace docket::lab
