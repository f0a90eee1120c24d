// By what of the rules the texts of a game were read, for its footprint (consulted.h). What a text says is compiled
// once, for all games; whose footprint that is of is found here. Invariant: a text that a game can come to is in its
// footprint: those of its cards, those that it names, those that another text grants by name, and the ruleset's own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket {

class ConsultedCards {
 public:
  /// Of rules that take footprints, which must outlive it.
  explicit ConsultedCards(const Rules& rules);

  /// Adds to the footprint by what the texts were read of a game that ends in that state.
  void note(const State& state) const;

 private:
  Rules rules_;
  Consulted of_all_;                                             // the ruleset's own texts, and those that are granted
  std::vector<std::pair<std::string, const Consulted*>> named_;  // those that a record can name
};

}  // namespace docket
