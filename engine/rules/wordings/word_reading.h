// Which words of a text each wording reads.
// Its place: the first step of reading a card (read_card.h), once the text is divided.
// Invariant: in one layer no word is read twice, and no wording reads words for which there is a correction.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Looks for all wordings in a text of the card that is being read, and adds to the reading what each of them reads.
void coverWords(const PrintedCard& card, const Wordings& wordings, CardReading& reading, std::size_t text);

}  // namespace docket::wordings
