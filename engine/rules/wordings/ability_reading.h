// The abilities and traits of a text: which of its sentences open one, and which continue it.
// Its place: the third step of reading a card (read_card.h), once it is settled which readings go together.
// Invariant: a section belongs to one ability at most.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Adds to the reading the abilities of a text of the card, each with its sections and with the words that give it
/// something.
void assembleAbilities(const PrintedCard& card, const Layout& layout, CardReading& reading, std::size_t text);

}  // namespace docket::wordings
