// Asking an expression (evaluate.h): the plain way where that leads to a value, else the whole way, with all families
// of functions. Place: above the readings of engine/query. Expressions ask them, and some of them ask expressions: a
// stat is a total that a document gives, a limit has a number that one gives. So evaluate.h, which these include, knows
// nothing of them, and what it declares is defined here, where both are known.
#include <cstdint>
#include <utility>

#include "engine/query/evaluation/evaluate.h"
#include "engine/query/evaluation/evaluation.h"
#include "engine/query/evaluation/families.h"
#include "engine/query/evaluation/plain.h"
#include "engine/rules/expression/certain.h"

namespace docket::expression {

Answer evaluate(const Expression& expression, const Point& point, std::uint32_t most_steps) {
  return Evaluation(expression, point, most_steps, callFunction).run();
}

Value valueAt(const Expression& expression, const Point& point) {
  if (auto plain = plainValue(expression, point)) return std::move(*plain);
  return evaluate(expression, point).value;
}

TriState metAt(const Expression& condition, const Point& point) {
  if (const auto plain = plainly(condition, point)) return plain->isTrue() ? TriState::yes : TriState::no;
  const Value value = evaluate(condition, point).value;
  if (!isCertain(value)) return TriState::undecided;
  return value.isTrue() ? TriState::yes : TriState::no;
}

}  // namespace docket::expression
