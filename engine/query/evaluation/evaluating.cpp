// Implements evaluate.h. Expressions call the readings of engine/query, and some readings evaluate expressions (a
// stat's total, a limit's number). evaluate.h depends on no reading, so that all of them can include it; this file
// depends on both.
#include "engine/query/evaluation/evaluate.h"

#include "engine/query/evaluation/evaluation.h"
#include "engine/query/evaluation/families.h"
#include "engine/query/evaluation/selection.h"
#include "engine/rules/expression/certain.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

using Wanted = Evaluation::Wanted;

Answer evaluate(const Expression& expression, const Point& point, std::uint32_t most_steps) {
  return Evaluation(expression, point, most_steps, callFunction, Wanted::explanation).answer();
}

Value valueAt(const Expression& expression, const Point& point) {
  return Evaluation(expression, point, kMaxSteps, callFunction, Wanted::value).value();
}

TriState metAt(const Expression& condition, const Point& point) {
  const Value value = valueAt(condition, point);
  if (!isCertain(value)) return TriState::undecided;
  return value.isTrue() ? TriState::yes : TriState::no;
}

bool addCertainCards(const Expression& selection, const Point& point, SelectedCards& into) {
  const Node& root = selection.node(selection.root);
  if (root.op != Operator::call || root.function != Function::cards || !point.state.skipped.empty()) return false;
  Evaluation evaluation(selection, point, kMaxSteps, callFunction, Wanted::value);
  return addSelected(Call(evaluation, selection.root, {.state = &point.state, .it = point.it}, 0), into);
}

}  // namespace docket::expression
