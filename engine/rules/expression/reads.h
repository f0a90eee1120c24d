// The dependencies of an expression: the parts of a state that can affect its value, found from its text alone.
// Expression::reads has the result for one expression.
#pragma once

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// All parts that it can read, including those of the totals that define its stats in the ruleset.
[[nodiscard]] StateParts readsOf(const Expression& expression, const Ruleset& ruleset);

/// Everything that the value of any stat can depend on.
[[nodiscard]] StateParts readsOfStats(const Ruleset& ruleset);

}  // namespace docket::expression
