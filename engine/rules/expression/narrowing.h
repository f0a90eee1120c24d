// Finds the filters of a selection that sets of cards can answer, so that cards that cannot match are never visited.
// Runs when an expression is typed.
// Invariant: a selection gives the same result with and without it.
#pragma once

#include <vector>

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// The selections of a typed expression that can be narrowed, in the order of their nodes.
[[nodiscard]] std::vector<Narrowing> narrowingsOf(const Expression& expression, const Ruleset& ruleset);

/// True if a typed expression selects cards, and whether a card matches depends only on its own zone, identity, owner,
/// controller and orientation, and on the card with the expression, but not on any other card.
[[nodiscard]] bool asksEachAlone(const Expression& expression);

/// True if a typed expression depends only on `it` and its recorded data: not on another card, a player or the event.
/// Ignores that an unread text in play could change `it`.
[[nodiscard]] bool asksOfItAlone(const Expression& expression, const Ruleset& ruleset);

}  // namespace docket::expression
