// Finds the words of a text that each wording reads: the first step of reading a card (read_card.h).
// Invariant: in one layer no word is read twice, and no wording reads words for which there is a correction.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Looks for all wordings in a text of the card, and adds the words that each of them reads to the reading.
void addWordReadings(const PrintedCard& card, const Wordings& wordings, CardReading& reading, std::size_t text);

}  // namespace docket::wordings
