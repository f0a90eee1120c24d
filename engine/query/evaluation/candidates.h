// The cards that a selection has to look at, and what it has to ask of them, where sets of cards (card_sets.h) answer
// some of its filters (narrowing.h).
// Invariant: a selection that goes by it finds the same cards, and has counted no fewer steps, as one that asks every
// filter of every card.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>

#include "engine/query/evaluation/evaluate.h"
#include "engine/state/card_sets.h"

namespace docket::expression {

struct Candidates {
  CardSets::Cards cards;
  boost::container::small_vector<NodeIndex, 8> filters{};  ///< those that are asked of each of the cards
  NodeIndex type_filter = kNone;                           ///< asked only of a card that can be of any type
  TypeIndex type = kUnbound;                               ///< what that filter is about
  std::size_t steps = 0;                                   ///< what filters that are not asked could have taken

  /// Whether a card of these has the type by what is printed on it alone.
  [[nodiscard]] bool isPrintedSo(const State& state, CardIndex card) const;
};

/// What can be said of a selection without asking; null: nothing, so that every filter is asked of each card.
[[nodiscard]] const Narrowing* narrowingOf(const Expression& expression, NodeIndex zone);

/// What a selection from a zone has to look at. `narrowing`: of it, or null; `controller`: who has to control its
/// cards, where it says that and it is known.
[[nodiscard]] Candidates candidatesOf(const Expression& expression, const Point& point, NodeIndex zone,
                                      const Narrowing* narrowing, std::optional<Seat> controller);

}  // namespace docket::expression
