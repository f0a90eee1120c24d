#include "engine/query/evaluation/plain.h"

#include <string>

#include "engine/query/evaluation/plain_walk.h"

namespace docket::expression {
namespace {

Value asValue(const Plain& plain) {
  if (plain.is_absent) return Value::absent(plain.type);
  switch (plain.type) {
    case Type::number:
    case Type::boolean:
      return {.type = plain.type, .number = plain.number};
    case Type::text:
      return Value::ofText(std::string(plain.text));
    default:
      return Value::ofEntity(plain.type, plain.entity);
  }
}

}  // namespace

std::optional<Plain> plainly(const Expression& expression, const Point& point) {
  Plain value;
  if (!point.state.skipped.empty() || !PlainWalk(expression, point).run(value)) return std::nullopt;
  return value;
}

std::optional<bool> isPlainlyAmong(const Expression& selection, const Point& point, CardIndex card) {
  bool is = false;
  if (!point.state.skipped.empty() || !PlainWalk(selection, point).among(card, is)) return std::nullopt;
  return is;
}

bool addPlainCards(const Expression& selection, const Point& point, SelectedCards& into) {
  return point.state.skipped.empty() && PlainWalk(selection, point).run(into);
}

std::optional<Value> plainValue(const Expression& expression, const Point& point) {
  if (expression.type() != Type::cards) {
    const auto plain = plainly(expression, point);
    return plain ? std::optional(asValue(*plain)) : std::nullopt;
  }
  SelectedCards found;
  if (!addPlainCards(expression, point, found)) return std::nullopt;
  return Value{.type = Type::cards, .cards = {found.begin(), found.end()}};
}

}  // namespace docket::expression
