// Expressions in which cards stand by their titles: `stat("Steady Guard", "Force")`, `controller("Ash Blossom [a]")`.
// Invariant: a text that the language takes for a text stays one; a title is looked for only where it wants a card.
#pragma once

#include <string>

#include "engine/rules/expression/expression.h"
#include "tools/game/named_cards.h"

namespace docket {

/// The expression with a number ("#12") for each title, and a seat for each player's name, that stands where one is
/// wanted. Throws BadInput at its place for a title that no card there has, with the nearest, or that several have,
/// with their labels; and for what is no expression, at the place in the text as it was typed.
[[nodiscard]] std::string withNumbers(std::string text, const expression::Scope& scope,
                                      const expression::Source& source, const NamedCards& cards);

}  // namespace docket
