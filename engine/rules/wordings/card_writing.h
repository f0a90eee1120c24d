// Writes the result of reading a printed card to a catalogue.
// Invariant: an ability with an unread word is written without its effects: that word may be its condition.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Writes the result to a card of a catalogue: abilities, limits, text, unread words. Fields that it already has
/// (title, types, stats) stay.
void writeCard(const PrintedCard& printed, const CardReading& reading, const Wordings& wordings,
               schema::Card::Builder card);

}  // namespace docket::wordings
