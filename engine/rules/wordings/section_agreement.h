// Whether the wordings that read words of a section go together.
// Its place: the second step of reading a card (read_card.h), once its words are read.
// Invariant: where they do not, or a word is unread, the parts that are understood wholly or not at all give nothing.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Says of each section of a text whether its parts that are understood wholly or not at all are withheld.
void settleSections(const Layout& layout, CardReading::Text& text);

}  // namespace docket::wordings
