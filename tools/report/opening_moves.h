// What may be done with each card at the event on which a page opens, as `docket moves` lists it there.
// Invariant: a page made from a seat's view shows only what that seat knows.
#pragma once

#include <map>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/explain/possible_moves.h"
#include "tools/report/tables.h"

namespace docket::report {

class OpeningMoves {
 public:
  /// Adds the acts of all players on the table of `words`; none if the game is over there.
  void take(const OpenGame& game, const Words& words, ExplanationTable& explanations);

  /// The member "moves": {"at": event, "cards": {"12": [statement...]}}, the cards by their index.
  void write(JsonWriter& json) const;

 private:
  EventNumber at_ = 0;
  std::map<CardIndex, std::vector<ExplanationNumber>> of_cards_;
};

}  // namespace docket::report
