// The abilities and traits of a text: which of its sentences open one, and which continue it.
// The third step of reading a card (read_card.h).
// Invariant: a section belongs to one ability at most.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Adds the abilities of a text of the card to the reading, each with its sections and the words that are part of it.
void assembleAbilities(const PrintedCard& card, const Layout& layout, CardReading& reading, std::size_t text);

}  // namespace docket::wordings
