// Cards that were played without a record of where they went: "plays X" of a card for which neither the line nor the
// documents name a zone. Until another event moves such a card, the state has it where it was.
#pragma once

#include <vector>

#include "engine/state/state.h"

namespace docket {

/// The event that played a card from the hidden zone in which the state still has it: a played card does not stay
/// hidden, so it is not known where it is. 0: its place is known.
[[nodiscard]] EventNumber playedToUnrecordedPlace(const State& state, const Ruleset& ruleset, CardIndex card);

/// The cards for which there is such an event.
[[nodiscard]] std::vector<CardIndex> cardsInUnrecordedPlaces(const State& state, const Ruleset& ruleset);

}  // namespace docket
