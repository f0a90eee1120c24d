// The hidden values of a game: where each is, who saw it, and what it gives away, in words.
// Invariant: in the order of the record; what everybody saw is not among them, nor what is not recorded.
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
  std::uint32_t card = 0;   ///< the card that it tells of, by its number in the record; 0: more than one
  std::string what;         ///< "card #2 is "Steady Guard"", "the order of the shuffled cards"
};

/// Those of the events up to `last`. `catalogue` gives the titles.
[[nodiscard]] std::vector<HiddenValue> hiddenValues(const Game& game, EventNumber last, const Catalogue& catalogue);

/// "P1 and P3", "nobody": who saw it.
[[nodiscard]] std::string seatWords(std::uint8_t seats);

}  // namespace docket
