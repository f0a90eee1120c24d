// The cards that a selection must visit when sets of cards (card_sets.h) already answer some of its filters
// (narrowing.h).
// Invariant: a selection that visits only these finds the same cards as one that visits all.
#pragma once

#include <optional>

#include "engine/query/evaluation/evaluate.h"
#include "engine/state/card_sets.h"

namespace docket::expression {

struct Candidates {
  CardSets::Cards cards;
  NodeIndex answered = kNone;     ///< the filter that holds for all of them
  NodeIndex type_filter = kNone;  ///< the filter that holds for each of them that has the type printed on it
  TypeIndex type = kUnbound;      ///< the type in that filter
  std::size_t steps = 0;          ///< the steps that skipped filters could have taken

  /// True if a filter holds for one of these cards.
  [[nodiscard]] bool answer(NodeIndex filter, const State& state, CardIndex card) const;
};

/// The candidates of a selection from a zone of a state. `narrowing`: what sets can answer of it, or null;
/// `controller`: the required controller of its cards, if it is given and certain.
[[nodiscard]] Candidates candidatesOf(const Expression& expression, const State& state, const Rules& rules,
                                      NodeIndex zone, const Narrowing* narrowing, std::optional<Seat> controller);

}  // namespace docket::expression
