// Records in a game's footprint (consulted.h) which rules were consulted to read its texts. A text is compiled once for
// all games; this finds the games that it belongs to.
// Invariant: the footprint covers every text that can matter in a game: those of its cards, those that they name, those
// that another text grants by name, and the ruleset's own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket {

class ConsultedCards {
 public:
  /// For rules that record footprints; they must outlive it.
  explicit ConsultedCards(const Rules& rules);

  /// Adds to the footprint the rules consulted for the texts of a game that ends in this state.
  void note(const State& state) const;

 private:
  Rules rules_;
  Consulted of_all_;                                             // for the ruleset's own texts, and granted ones
  std::vector<std::pair<std::string, const Consulted*>> named_;  // for texts that a record can name
};

}  // namespace docket
