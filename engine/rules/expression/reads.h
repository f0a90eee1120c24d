// What an expression can read of a state, found from its text alone: whatever the state is, nothing else decides what
// it comes to. Internal to engine/rules; Expression::reads has the result.
#pragma once

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// All that it can read, that of the totals included that its stats are by the ruleset.
[[nodiscard]] StateParts readsOf(const Expression& expression, const Ruleset& ruleset);
/// Whether it reads counters of `this` and no others.
[[nodiscard]] bool countsOnSelfAlone(const Expression& expression, const Ruleset& ruleset);

}  // namespace docket::expression
