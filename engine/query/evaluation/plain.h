// What an expression gives where everything that it asks is known for certain, as nearly always: the same value as
// evaluate.h gives, without the explanation and without its cost. Nothing is allocated for a number, a condition, an
// entity or a text; valueAt() and metAt() (evaluate.h) ask this first, and evaluate() for what it leaves.
// Invariant: a value that it gives is the exact one that evaluate() gives; where anything is unknown, unverified or
// observed otherwise, where the record is needed, or where evaluate() would run out of steps, it gives none.
#pragma once

#include <optional>
#include <string_view>

#include "engine/query/evaluation/evaluate.h"

namespace docket::expression {

/// A value that is known for certain, or certainly absent; no set of cards.
struct Plain {
  Type type = Type::boolean;
  bool is_absent = false;
  bool zero_alone = false;  ///< as Value::zero_alone
  std::int64_t number = 0;  ///< a number; a boolean as 0 or 1
  Entity entity = kNone;    ///< a card by its index, a player or another entity
  std::string_view text{};  ///< lives in the expression, the ruleset, the catalogue or the state

  /// As conditions: an absent one is false.
  [[nodiscard]] bool isTrue() const { return !is_absent && number != 0; }
};

/// The value, or nothing: see above. Sets of cards are asked with plainValue().
[[nodiscard]] std::optional<Plain> plainly(const Expression& expression, const Point& point);

/// The same as evaluate() gives it, for sets of cards too.
[[nodiscard]] std::optional<Value> plainValue(const Expression& expression, const Point& point);

/// Whether a card is among those that a selection (Expression::asks_each_alone) gives; nothing: see above.
[[nodiscard]] std::optional<bool> isPlainlyAmong(const Expression& selection, const Point& point, CardIndex card);

}  // namespace docket::expression
