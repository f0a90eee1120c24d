// What an expression gives where everything that it asks is known for certain, as nearly always: the same value as
// evaluate.h gives, without the explanation and without its cost. Nothing is allocated for a number, a condition, an
// entity or a text; valueAt() and metAt() (evaluate.h) ask this first, and evaluate() for what it leaves.
// Invariant: a value that it gives is the exact one that evaluate() gives; where anything is unknown, unverified or
// observed otherwise, where the record is needed, or where evaluate() would run out of steps, it gives none.
#pragma once

#include <optional>

#include "engine/query/evaluation/plain_answer.h"

namespace docket::expression {

/// The value, or nothing: see above. Sets of cards are asked with plainValue().
[[nodiscard]] std::optional<Plain> plainly(const Expression& expression, const Point& point);

/// The cards of a selection, added to a list that has none yet, without asking for memory where they are few. Gives
/// whether all of it was known for certain (see above); where it was not, the list means nothing.
[[nodiscard]] bool addPlainCards(const Expression& selection, const Point& point, SelectedCards& into);

/// The same as evaluate() gives it, for sets of cards too.
[[nodiscard]] std::optional<Value> plainValue(const Expression& expression, const Point& point);

/// Whether a card is among those that a selection (Expression::asks_each_alone) gives; nothing: see above.
[[nodiscard]] std::optional<bool> isPlainlyAmong(const Expression& selection, const Point& point, CardIndex card);

}  // namespace docket::expression
