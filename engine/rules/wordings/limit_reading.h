// Finds the limits that a card's words give, and the abilities that each is on. The fourth step of reading a card
// (read_card.h), after its abilities are known.
// Invariant: a limit that applies to nothing is reported, never dropped.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Assigns the limits of all words to the abilities and the card. Returns false if a limit is on abilities that do not
/// exist or cannot have it; what it limits is then unknown.
[[nodiscard]] bool placeLimits(const Ruleset& ruleset, CardReading& reading);

}  // namespace docket::wordings
