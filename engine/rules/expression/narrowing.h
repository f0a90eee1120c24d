// Finds the filters of a selection that sets of cards can answer, so that cards that cannot match are never visited.
// Runs when an expression is typed.
// Invariant: a selection gives the same result with and without it.
#pragma once

#include <vector>

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// The selections of a typed expression that can be narrowed, in the order of their nodes.
[[nodiscard]] std::vector<Narrowing> narrowingsOf(const Expression& expression, const Ruleset& ruleset);

}  // namespace docket::expression
