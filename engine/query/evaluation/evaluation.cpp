#include "engine/query/evaluation/evaluation.h"

#include <limits>
#include <utility>

#include "engine/query/evaluation/call.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

Value Evaluation::root(LineIndex line) {
  const EvaluationContext context{.state = &point_.state, .it = point_.it, .each = point_.each};
  Value value = valueOf(expression_.root, context, line);
  settle(value);
  if (const auto& skipped = point_.state.skipped; !skipped.empty())
    addReason(value, {.kind = Reason::Kind::skipped, .event = skipped.front().event});
  return value;
}

Value Evaluation::value() { return root(0); }

Answer Evaluation::answer() {
  answer_.root = 0;
  answer_.lines.push_back({.kind = Line::Kind::node, .node = expression_.root});
  answer_.value = root(answer_.root);
  at(answer_.root).value = answer_.value;
  return std::move(answer_);
}

// NOLINTNEXTLINE(misc-no-recursion)
Value Evaluation::explainedValue(NodeIndex index, const EvaluationContext& context, LineIndex line) {
  const LineIndex made = note(line, {.kind = Line::Kind::node, .node = index});
  Value value = valueOf(index, context, made);
  at(made).value = value;
  return value;
}

Value Evaluation::valueWithoutLines(NodeIndex index, const EvaluationContext& context) {
  const bool explained = std::exchange(explains_, false);
  Value value = below(index, context, 0);
  explains_ = explained;
  return value;
}

void Evaluation::show(NodeIndex index, const EvaluationContext& context, LineIndex line) {
  if (!explains_) return;
  const bool spent = spent_;
  const std::uint32_t steps = answer_.steps;
  static_cast<void>(below(index, context, line));
  spent_ = spent;
  answer_.steps = steps;
}

Evaluation::LineIndex Evaluation::note(LineIndex line, Line what) {
  if (!explains_) return line;
  const auto made = static_cast<LineIndex>(answer_.lines.size());
  answer_.lines.push_back(std::move(what));
  at(line).below.push_back(made);
  return made;
}

void Evaluation::removeLastBelow(LineIndex line) {
  if (!explains_) return;
  const auto first = answer_.lines.begin() + static_cast<std::ptrdiff_t>(at(line).below.back());
  at(line).below.pop_back();
  answer_.lines.erase(first, answer_.lines.end());
}

// NOLINTNEXTLINE(misc-no-recursion)
Value Evaluation::valueOf(NodeIndex index, const EvaluationContext& context, LineIndex line) {
  const Node& one = expression_.node(index);
  if (!spend(1)) return Value::unknown(one.type, {.kind = Reason::Kind::out_of_steps});
  switch (one.op) {
    case Operator::literal_number:
      return Value::ofNumber(one.number);
    case Operator::literal_boolean:
      return Value::ofBoolean(one.number != 0);
    case Operator::literal_text:
      return Value::ofText(expression_.textOf(index));
    case Operator::conjunction:
      return junction(one, false, context, line);
    case Operator::disjunction:
      return junction(one, true, context, line);
    case Operator::negation:
      return notOf(below(one.first_child, context, line));
    case Operator::negate:
      return negated(valueForCalculation(one.first_child, context, line));
    case Operator::choice:
      return choice(one, context, line);
    case Operator::call:
      return functions_(Call(*this, index, context, line));
    default:
      return isEntity(one.op) ? entityOf(one, context) : operation(one, context, line);
  }
}

Value Evaluation::operation(const Node& one, const EvaluationContext& context, LineIndex line) {
  const NodeIndex second = expression_.node(one.first_child).next;
  const Value left = valueForCalculation(one.first_child, context, line);
  const Value right = valueForCalculation(second, context, line);
  // An absent stat reads as zero, under a clause of the ruleset.
  const bool calculates = isArithmetic(one.op);
  if (left.type == Type::number && (left.isAbsent() || right.isAbsent())) {
    if (explains_) at(line).clause = ruleset().calculation.absent_clause;
    // In any other reading an absent stat has no effect.
    const bool lacks_stat = (left.isAbsent() && expression_.asksStat(one.first_child)) ||
                            (right.isAbsent() && expression_.asksStat(second));
    if (lacks_stat && !ruleset().isOn(docket::RuleSwitch::absent_reads_as_zero)) {
      return Value::absent(calculates ? Type::number : Type::boolean);
    }
  }
  return calculates ? calculate(one.op, left, right) : compare(one.op, left, right);
}

Value Evaluation::junction(const Node& one, bool decides, const EvaluationContext& context, LineIndex line) {
  Junction result(decides);
  for (NodeIndex i = one.first_child; i != kNone; i = expression_.node(i).next) {
    if (result.add(below(i, context, line))) break;
  }
  return result.result();
}

Value Evaluation::choice(const Node& one, const EvaluationContext& context, LineIndex line) {
  const NodeIndex then_node = expression_.node(one.first_child).next;
  const NodeIndex otherwise = expression_.node(then_node).next;
  const Value condition = below(one.first_child, context, line);
  if (!condition.isUnknown() && condition.grade == Grade::exact) {
    return valueForCalculation(condition.isTrue() ? then_node : otherwise, context, line);
  }
  // It is not certain which branch holds. If both give the same, that does not matter.
  Value yes = valueForCalculation(then_node, context, line);
  Value no = valueForCalculation(otherwise, context, line);
  yes.type = no.type = one.type;
  if (!yes.isUnknown() && yes == no) return yes;
  if (condition.isUnknown()) return unknownFor(one.type, {&condition});
  Value result = condition.isTrue() ? std::move(yes) : std::move(no);
  takeReasons(result, condition);
  result.setBounds(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  return result;
}

Value Evaluation::entityOf(const Node& one, const EvaluationContext& context) const {
  const State& state = *context.state;
  const auto number = static_cast<std::uint32_t>(one.number);
  const auto card = [&](CardIndex found) {
    const bool is_present = found < state.cards.size() && state.cards[found].exists();
    return is_present ? Value::ofEntity(Type::card, found)
                      : Value::unknown(Type::card, {.kind = Reason::Kind::no_such_card, .number = number});
  };
  switch (one.op) {
    case Operator::card_number:
      return card(state.cardOf(number));
    case Operator::it:
      return context.it == kNone ? Value::absent(Type::card) : card(context.it);
    case Operator::self:
      return state.isCard(point_.self) || point_.self == kNone ? card(point_.self)
                                                               : Value::ofEntity(one.type, point_.self);
    case Operator::me: {
      if (kindOf(point_.self) == EntityKind::player) return Value::ofEntity(Type::player, point_.self);
      if (const Value self = card(point_.self); self.isUnknown()) return unknownFor(Type::player, {&self});
      return controllerOf(state, point_.rules, point_.self);
    }
    case Operator::who:
      if (point_.who == 0) return Value::absent(Type::player);
      return Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, point_.who));
    case Operator::that:
      return point_.that == kNone ? Value::absent(Type::entity) : Value::ofEntity(Type::entity, point_.that);
    case Operator::each:
      return Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, context.each));
    case Operator::nothing:
      return Value::absent(one.type);
    case Operator::player:
      if (number == 0 || number > state.seats) {
        return Value::unknown(Type::player, {.kind = Reason::Kind::no_such_player, .number = number});
      }
      return Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, number));
    case Operator::place:
      return Value::ofEntity(Type::entity, docket::entityOf(EntityKind::place, number));
    case Operator::unit:
      return Value::ofEntity(Type::entity, docket::entityOf(EntityKind::unit, number));
    default:
      return Value::ofEntity(Type::entity, docket::entityOf(EntityKind::game, 0));
  }
}

}  // namespace docket::expression
