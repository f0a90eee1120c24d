// The dependencies of an expression: the parts of a state that can affect its value, found from its text alone.
// Expression::reads has the result for one expression.
#pragma once

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// All parts that it can read, including those of the totals that define its stats in the ruleset.
[[nodiscard]] StateParts readsOf(const Expression& expression, const Ruleset& ruleset);

/// Everything that the value of a stat can depend on, besides the identities of cards.
[[nodiscard]] StateParts readsOfStat(StatIndex stat, const Ruleset& ruleset);

/// The parts that say which cards are in play.
[[nodiscard]] StateParts zonesInPlay(const Ruleset& ruleset);

}  // namespace docket::expression
