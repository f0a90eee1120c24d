// Printed cards from a file: facts of a public source with their texts, cards a line each as catalogues write them, or
// a whole catalogue. What is read of the texts: engine/rules/wordings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/wordings/card_reading.h"
#include "events/document.h"
#include "schemas/card.capnp.h"
#include "tools/import/edopro/card_facts.h"

namespace docket {

struct PrintedCards {
  Document<schema::Catalogue> catalogue;     ///< what is known of the cards beside their texts: titles, types, stats
  std::vector<wordings::PrintedCard> cards;  ///< as many, in the same order
  std::vector<edopro::CardFact>
      scripts;         ///< of a simulator's facts: by which number its records name effects; else none
  bool typed = false;  ///< somebody typed them: a card without a text is as it was typed
};

/// A card of a catalogue with its texts, each by itself.
[[nodiscard]] wordings::PrintedCard printedCard(schema::Card::Reader card);

/// Throws BadInput with file, line and column.
[[nodiscard]] PrintedCards readPrintedCards(std::string_view text, const std::string& file);

}  // namespace docket
