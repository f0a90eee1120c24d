// A catalogue made of what cards say: printed cards, read by the wordings of their game.
// Invariant: limits, abilities and traits come from the words of a card alone; of its facts there are titles, types,
// stats and keywords, and by which number a simulator's record names an effect.
#pragma once

#include <functional>

#include "engine/rules/wordings/card_reading.h"
#include "tools/import/printed_cards.h"

namespace docket {

/// Reads every card and gives it to `take`, with what of a catalogue it became. Gives the catalogue.
using TakeReading = std::function<void(const wordings::CardReading&, schema::Card::Reader)>;
[[nodiscard]] Document<schema::Catalogue> readCatalogueFrom(const PrintedCards& printed,
                                                            const wordings::Wordings& wordings, const Ruleset& ruleset,
                                                            const TakeReading& take = {});

}  // namespace docket
