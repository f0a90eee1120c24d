// The words of a card that nobody read, and what they can be about.
// Its place: the last step of reading a card (read_card.h).
// Invariant: every word is counted, and what an unread word can change is in doubt.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Tells what is unread and which matters that leaves in doubt. `limits_placed`: nothing is unknown of what the limits
/// are on (limit_reading.h).
void tellUnread(const Wordings& wordings, CardReading& reading, bool limits_placed);

}  // namespace docket::wordings
