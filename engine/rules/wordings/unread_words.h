// Finds the unread words of a card, and the matters that they can be about. The last step of reading a card
// (read_card.h).
// Invariant: every word is counted, and everything that an unread word can change is in doubt.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Sets the unread words and the matters in doubt. `limits_placed`: placeLimits() placed all limits.
void addUnreadDoubts(const Wordings& wordings, CardReading& reading, bool limits_placed);

}  // namespace docket::wordings
