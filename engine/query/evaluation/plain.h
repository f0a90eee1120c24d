// The fast evaluation for the usual case in which everything is known for certain: gives the same value as evaluate.h,
// without the explanation and its cost. It allocates nothing for a number, a condition, an entity or a text. valueAt()
// and metAt() (evaluate.h) try it first, and fall back to evaluate().
// Invariant: a result is exactly that of evaluate(); there is none if anything is unknown, unverified or observed to
// differ, if the record is needed, or if evaluate() would run out of steps.
#pragma once

#include <optional>

#include "engine/query/evaluation/plain_answer.h"

namespace docket::expression {

/// The value, or nothing (see above). For sets of cards, use plainValue().
[[nodiscard]] std::optional<Plain> plainly(const Expression& expression, const Point& point);

/// Adds the cards of a selection to an empty list, without allocating if they are few. Returns true if all of it was
/// known for certain (see above); if not, the content of the list is unspecified.
[[nodiscard]] bool addPlainCards(const Expression& selection, const Point& point, SelectedCards& into);

/// The same as evaluate(), including sets of cards.
[[nodiscard]] std::optional<Value> plainValue(const Expression& expression, const Point& point);

/// True if a card is in a selection (Expression::asks_each_alone); empty: see above.
[[nodiscard]] std::optional<bool> isPlainlyAmong(const Expression& selection, const Point& point, CardIndex card);

}  // namespace docket::expression
