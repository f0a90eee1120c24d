// Makes a catalogue from printed cards, whose texts are read by the wordings of their game.
// Invariant: limits, abilities and traits come only from the words of a card; titles, types, stats, keywords and the
// numbers by which a simulator's record names effects come from its facts.
#pragma once

#include <functional>

#include "engine/rules/wordings/card_reading.h"
#include "tools/import/printed_cards.h"

namespace docket {

/// Reads every card and passes it to `take` with its entry in the catalogue. Returns the catalogue.
using TakeReading = std::function<void(const wordings::CardReading&, schema::Card::Reader)>;
[[nodiscard]] Document<schema::Catalogue> readCatalogueFrom(const PrintedCards& printed,
                                                            const wordings::Wordings& wordings, const Ruleset& ruleset,
                                                            const TakeReading& take = {});

}  // namespace docket
