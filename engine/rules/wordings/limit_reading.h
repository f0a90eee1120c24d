// Finds the limits that a card's words give, and the abilities that each is on. The fourth step of reading a card
// (read_card.h), after its abilities are known.
// Invariant: a limit with nothing to be on is reported, never dropped.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

/// Assigns the limits of all words to the abilities and the card. Returns false if a limit is on abilities that do not
/// exist, or that cannot have it: then it is unknown what it limits.
[[nodiscard]] bool placeLimits(const Ruleset& ruleset, CardReading& reading);

}  // namespace docket::wordings
