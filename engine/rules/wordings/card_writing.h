// What was read of a printed card, written as a catalogue says it.
// Invariant: an ability of which a word is unread does not say what it does: that word may be its condition.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Writes what was read to a card of a catalogue: abilities, limits, text, what is unread. What stands there already
/// (title, types, stats) stays.
void writeCard(const PrintedCard& printed, const CardReading& reading, const Wordings& wordings,
               schema::Card::Builder card);

}  // namespace docket::wordings
