// Checks whether the wordings that read a section's words agree. The second step of reading a card (read_card.h), after
// its words are read.
// Invariant: if they do not agree, or a word is unread, the parts that are understood as a whole or not at all give
// nothing. The same holds if a word that refers back ("him") could refer to another noun before it.
#pragma once

#include "engine/rules/sentence_ties.h"
#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Marks the sections of a text whose parts that are understood as a whole or not at all are withheld. `ties`: the
/// nouns that its words can refer to.
void settleSections(const Layout& layout, const SentenceTies& ties, CardReading::Text& text);

}  // namespace docket::wordings
