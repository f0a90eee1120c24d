// The cards that a selection must visit, and the filters to evaluate for each, when sets of cards (card_sets.h) already
// answer some filters (narrowing.h).
// Invariant: a selection that uses this finds the same cards, and counts at least as many steps, as one that evaluates
// every filter for every card.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>

#include "engine/query/evaluation/evaluate.h"
#include "engine/state/card_sets.h"

namespace docket::expression {

struct Candidates {
  CardSets::Cards cards;
  boost::container::small_vector<NodeIndex, 8> filters{};  ///< the filters to evaluate for each card
  NodeIndex type_filter = kNone;                           ///< evaluated only for a card that can have any type
  TypeIndex type = kUnbound;                               ///< the type in that filter
  std::size_t steps = 0;                                   ///< the steps that skipped filters could have taken

  /// True if one of these cards has the type because it is printed on it.
  [[nodiscard]] bool isPrintedSo(const State& state, CardIndex card) const;
};

/// What is known about a selection without evaluation; null: nothing, so every filter is evaluated for each card.
[[nodiscard]] const Narrowing* narrowingOf(const Expression& expression, NodeIndex zone);

/// The candidates of a selection from a zone. `narrowing`: the selection's, or null; `controller`: the required
/// controller of its cards, if it is given and known.
[[nodiscard]] Candidates candidatesOf(const Expression& expression, const Point& point, NodeIndex zone,
                                      const Narrowing* narrowing, std::optional<Seat> controller);

}  // namespace docket::expression
