// Which limits the words of a card give, and which of its abilities each is on.
// Its place: the fourth step of reading a card (read_card.h), once its abilities are known.
// Invariant: a limit that has nothing to be on is told, and never left out unseen.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Gives the limits of all words to the abilities and to the card. False where a limit is on abilities that are not
/// there, or that it cannot be on: then nobody knows what it limits.
[[nodiscard]] bool placeLimits(const Ruleset& ruleset, CardReading& reading);

}  // namespace docket::wordings
