// Whether the wordings that read words of a section go together.
// Its place: the second step of reading a card (read_card.h), once its words are read.
// Invariant: where they do not, or a word is unread, the parts that are understood wholly or not at all give nothing.
// So does a word for something named before, "him", where a noun stands between the two that it can mean too.
#pragma once

#include "engine/rules/sentence_ties.h"
#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Says of each section of a text whether its parts that are understood wholly or not at all are withheld.
/// `ties`: which nouns its words can mean.
void settleSections(const Layout& layout, const SentenceTies& ties, CardReading::Text& text);

}  // namespace docket::wordings
