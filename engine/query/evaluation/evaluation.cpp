#include "engine/query/evaluation/evaluation.h"

#include <limits>
#include <utility>

#include "engine/query/evaluation/call.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

Answer Evaluation::run() {
  answer_.root = evaluate(expression_.root, {.state = &point_.state, .it = point_.it});
  Value& value = at(answer_.root).value = alone(at(answer_.root).value);
  if (const auto& skipped = point_.state.skipped; !skipped.empty())
    addReason(value, {.kind = Reason::Kind::skipped, .event = skipped.front().event});
  answer_.value = value;
  return std::move(answer_);
}

bool Evaluation::spend(std::uint32_t steps) {
  if (steps > most_steps_ - answer_.steps) spent_ = true;
  if (!spent_) answer_.steps += steps;
  return !spent_;
}

Evaluation::LineIndex Evaluation::evaluate(NodeIndex index, const Where& where) {
  const auto line = static_cast<LineIndex>(answer_.lines.size());
  answer_.lines.push_back({.kind = Line::Kind::node, .node = index});
  Value value = spend(1) ? valueOf(index, where, line)
                         : Value::unknown(expression_.node(index).type, {.kind = Reason::Kind::out_of_steps});
  at(line).value = std::move(value);
  return line;
}

Value Evaluation::alone(Value value) {
  if (value.zero_alone) value.number = 0;
  value.zero_alone = false;
  return value;
}

Value Evaluation::calculable(NodeIndex index, const Where& where, LineIndex line) {
  const LineIndex made = evaluate(index, where);
  at(line).below.push_back(made);
  return at(made).value;
}

Evaluation::LineIndex Evaluation::note(LineIndex line, Line what) {
  const auto made = static_cast<LineIndex>(answer_.lines.size());
  answer_.lines.push_back(std::move(what));
  at(line).below.push_back(made);
  return made;
}

void Evaluation::takeOff(LineIndex line) {
  const auto first = answer_.lines.begin() + static_cast<std::ptrdiff_t>(at(line).below.back());
  at(line).below.pop_back();
  answer_.lines.erase(first, answer_.lines.end());
}

Value Evaluation::valueOf(NodeIndex index, const Where& where, LineIndex line) {
  const Node& one = expression_.node(index);
  switch (one.op) {
    case Operator::literal_number:
      return Value::ofNumber(one.number);
    case Operator::literal_boolean:
      return Value::ofBoolean(one.number != 0);
    case Operator::literal_text:
      return Value::ofText(expression_.textOf(index));
    case Operator::conjunction:
    case Operator::disjunction:
      return junction(index, where, line);
    case Operator::negation:
      return notOf(below(one.first_child, where, line));
    case Operator::negate:
      return negated(calculable(one.first_child, where, line));
    case Operator::choice:
      return choice(index, where, line);
    case Operator::call:
      return functions_(Call(*this, index, where, line));
    default:
      return isEntity(one.op) ? entityOf(index, where) : operation(index, where, line);
  }
}

Value Evaluation::operation(NodeIndex index, const Where& where, LineIndex line) {
  const Operator op = expression_.node(index).op;
  const Value left = calculable(expression_.child(index, 0), where, line);
  const Value right = calculable(expression_.child(index, 1), where, line);
  // What reads an absent stat gets zero, and the ruleset says by which clause.
  const bool calculates = isArithmetic(op);
  if (left.type == Type::number && (left.isAbsent() || right.isAbsent())) {
    at(line).clause = ruleset().calculation.absent_clause;
    // Read otherwise, nothing comes of a stat that is not there.
    const bool lacks_stat = (left.isAbsent() && expression_.asksStat(expression_.child(index, 0))) ||
                            (right.isAbsent() && expression_.asksStat(expression_.child(index, 1)));
    if (lacks_stat && !ruleset().reads(docket::RuleSwitch::absent_reads_as_zero)) {
      return Value::absent(calculates ? Type::number : Type::boolean);
    }
  }
  return calculates ? calculate(op, left, right) : compare(op, left, right);
}

Value Evaluation::junction(NodeIndex index, const Where& where, LineIndex line) {
  Junction result(expression_.node(index).op == Operator::disjunction);
  for (NodeIndex i = expression_.node(index).first_child; i != kNone; i = expression_.node(i).next) {
    if (result.add(below(i, where, line))) break;
  }
  return result.result();
}

Value Evaluation::choice(NodeIndex index, const Where& where, LineIndex line) {
  const Value condition = below(expression_.child(index, 0), where, line);
  if (!condition.isUnknown() && condition.grade == Grade::exact) {
    return calculable(expression_.child(index, condition.isTrue() ? 1 : 2), where, line);
  }
  // It is not certain which branch holds. Where both give the same, that does not matter.
  Value yes = calculable(expression_.child(index, 1), where, line);
  Value no = calculable(expression_.child(index, 2), where, line);
  yes.type = no.type = expression_.node(index).type;
  if (!yes.isUnknown() && yes == no) return yes;
  if (condition.isUnknown()) return unknownFor(expression_.node(index).type, {&condition});
  Value result = condition.isTrue() ? std::move(yes) : std::move(no);
  takeReasons(result, condition);
  result.low = std::numeric_limits<std::int64_t>::min();
  result.high = std::numeric_limits<std::int64_t>::max();
  return result;
}

Value Evaluation::entityOf(NodeIndex index, const Where& where) const {
  const Node& one = expression_.node(index);
  const State& state = *where.state;
  const auto number = static_cast<std::uint32_t>(one.number);
  const auto card = [&](CardIndex found) {
    const bool there = found < state.cards.size() && state.cards[found].exists();
    return there ? Value::ofEntity(Type::card, found)
                 : Value::unknown(Type::card, {.kind = Reason::Kind::no_such_card, .number = number});
  };
  switch (one.op) {
    case Operator::card_number:
      return card(state.cardOf(number));
    case Operator::it:
      return where.it == kNone ? Value::absent(Type::card) : card(where.it);
    case Operator::self:
      return state.isCard(point_.self) || point_.self == kNone ? card(point_.self)
                                                               : Value::ofEntity(one.type, point_.self);
    case Operator::me: {
      if (kindOf(point_.self) == EntityKind::player) return Value::ofEntity(Type::player, point_.self);
      if (const Value self = card(point_.self); self.isUnknown()) return unknownFor(Type::player, {&self});
      return Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, state.cards[point_.self].controller));
    }
    case Operator::who:
      if (point_.who == 0) return Value::absent(Type::player);
      return Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, point_.who));
    case Operator::that:
      return point_.that == kNone ? Value::absent(Type::entity) : Value::ofEntity(Type::entity, point_.that);
    case Operator::each:
      return Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, where.each));
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
