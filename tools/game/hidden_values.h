// The hidden values of a game: the place of each, who saw it, and what it reveals, in words.
// Invariant: in the order of the record; omits values that everybody saw and values that are not recorded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/ids.h"
#include "store/game.h"

namespace docket {

struct HiddenValue {
  EventNumber event = 0;
  std::uint16_t place = 0;  ///< among the hidden fields of the event (events/public.h)
  std::uint8_t seats = 0;   ///< who saw it: bit n-1 is seat n
  std::uint32_t card = 0;   ///< the number of the card that it is about; 0: more than one
  std::string what;         ///< "card #2 is "Steady Guard"", "the order of the shuffled cards"
};

/// Those of the events up to `last`. `catalogue` gives the titles.
[[nodiscard]] std::vector<HiddenValue> hiddenValues(const Game& game, EventNumber last, const Catalogue& catalogue);

}  // namespace docket
