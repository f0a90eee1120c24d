// Printed cards from a file: facts of a public source with their texts, cards a line each as catalogues write them, or
// a whole catalogue. What is read of the texts: engine/rules/wordings.
#pragma once

#include <cstdint>
#include <map>
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
      scripts;                      ///< of a simulator's facts: by which number its records name effects; else none
  bool typed = false;               ///< somebody typed them: a card without a text is as it was typed
  std::vector<bool> text_unsaid{};  ///< of each card of a source: the source does not say what its text is
  /// A limit that a source has in a field of its own is taken where the words of a card do not give it.
  bool keeps_limits = false;
  /// The fields that a source is not known to have, `"foo" of MarvelCDB`, and how often they were skipped.
  std::map<std::string, std::uint64_t> unknown_fields{};
  std::vector<std::string> notes{};  ///< what else people should know of how they were read
  bool has_words = false;            ///< they have the texts of cards, or say that there are none
};

/// A card of a catalogue with its texts, each by itself.
[[nodiscard]] wordings::PrintedCard printedCard(schema::Card::Reader card);

/// `ruleset`: of which the cards are, where somebody said it; else their source tells. Throws BadInput with file, line
/// and column.
[[nodiscard]] PrintedCards readPrintedCards(std::string_view text, const std::string& file,
                                            std::string_view ruleset = {});

}  // namespace docket
