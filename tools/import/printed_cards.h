// Printed cards from a file: facts of a public source with their texts, cards a line each as catalogues write them, or
// a whole catalogue. engine/rules/wordings reads the texts.
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
  Document<schema::Catalogue> catalogue;     ///< facts about the cards besides their texts: titles, types, stats
  std::vector<wordings::PrintedCard> cards;  ///< as many, in the same order
  /// From a simulator's facts: the numbers by which its records name effects; otherwise empty.
  std::vector<edopro::CardFact> scripts;
  bool typed = false;               ///< typed cards: a card without a text is used as typed
  std::vector<bool> text_unsaid{};  ///< for each card of a source: true if the source lacks its text
  /// Limits from a separate field of the source apply only if the words of the card do not give them.
  bool keeps_limits = false;
  /// Unknown fields of a source, such as `"foo" of MarvelCDB`, and how often each was skipped.
  std::map<std::string, std::uint64_t> unknown_fields{};
  std::vector<std::string> notes{};  ///< further notes for the user on how they were read
  bool has_words = false;            ///< they have the texts of cards, or say that there are none
};

/// A card of a catalogue with its separate texts.
[[nodiscard]] wordings::PrintedCard printedCard(schema::Card::Reader card);

/// `ruleset`: the ruleset of the cards, if given; otherwise it follows from their source. Throws BadInput with file,
/// line and column.
[[nodiscard]] PrintedCards readPrintedCards(std::string_view text, const std::string& file,
                                            std::string_view ruleset = {});

}  // namespace docket
