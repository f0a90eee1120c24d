// What the filters of a selection say of every card that fits, as far as there are sets of cards for it: so that the
// cards that cannot fit are never looked at. Found when an expression is typed.
// Invariant: a selection gives the same with and without it.
#pragma once

#include <vector>

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// Of a typed expression, its selections that can be narrowed, in the order of their nodes.
[[nodiscard]] std::vector<Narrowing> narrowingsOf(const Expression& expression, const Ruleset& ruleset);

/// Whether a typed expression selects cards, and whether one of them fits follows from where it lies, what it is known
/// to be, who has it and how it lies there, from the card whose text it is, and from nothing about any other card.
[[nodiscard]] bool asksEachAlone(const Expression& expression);

/// Whether what a typed expression gives follows from `it` and from what is recorded of it: from nothing about another
/// card, a player or the event. That a text in play which nobody read could change `it` is left aside.
[[nodiscard]] bool asksOfItAlone(const Expression& expression, const Ruleset& ruleset);

}  // namespace docket::expression
