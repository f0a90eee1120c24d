// Stats, values and counters: amounts as all tell them (amounts.h), each with what it comes from.
#include "engine/query/amounts.h"
#include "engine/query/evaluation/evaluation.h"
#include "engine/query/stats.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

/// The clause by which bounds come to what they come to.
const std::string& clauseOf(const Calculation& calculation, StatDerivation::Case which) {
  switch (which) {
    case StatDerivation::Case::none:
      return calculation.clamp_clause;
    case StatDerivation::Case::above:
      return calculation.contradiction_clauses[1];
    case StatDerivation::Case::between:
      return calculation.contradiction_clauses[2];
    default:
      return calculation.contradiction_clauses[0];
  }
}

}  // namespace

Value Evaluation::amount(const AmountOf& of, const Where& where, LineIndex line) {
  AmountReading reading = readAmount(*where.state, point_.rules, of);
  if (reading.seen) {
    Value seen = reading.seen->absent ? Value::absent(Type::number) : Value::ofNumber(reading.seen->amount);
    note(line, {.kind = Line::Kind::observation, .value = std::move(seen), .event = reading.seen->event});
  }
  return std::move(reading.value);
}

void Evaluation::explainStat(const State& state, Entity subject, StatIndex stat, LineIndex line) {
  const StatDerivation derivation = deriveStat(state, point_.rules, subject, stat);
  if (derivation.reading.kind != StatReading::Kind::known && derivation.lines.empty()) return;
  const Calculation& calculation = ruleset().calculation;
  const bool known = derivation.reading.kind == StatReading::Kind::known;
  if (known && state.isCard(subject)) {
    note(line, {.kind = Line::Kind::printed, .value = Value::ofNumber(derivation.reading.base)});
  }
  for (const StatDerivation::Line& one : derivation.lines) {
    const Entry& entry = state.entry(one.entry);
    const bool sets = entry.kind == schema::Change::Kind::SET;
    note(line, {.kind = Line::Kind::change,
                .value = Value::ofNumber(entry.kind == schema::Change::Kind::BONUS ? entry.asked : entry.amount),
                .clause = sets ? calculation.set_clause : std::string{},
                .event = entry.event,
                .counted = one.counted,
                .change = entry.kind,
                .source = entry.source});
  }
  if (!known) {
    at(line).clause = calculation.absent_clause;
    return;
  }
  if (!derivation.lines.empty()) {
    note(line, {.kind = Line::Kind::sum, .value = Value::ofNumber(derivation.sum), .clause = calculation.sum_clause});
  }
  if (derivation.floored != derivation.sum) {
    note(line, {.kind = Line::Kind::floor,
                .value = Value::ofNumber(derivation.floored),
                .clause = ruleset().stats[stat].floor_clause});
  }
  if (derivation.has_minimum || derivation.has_maximum) {
    note(line, {.kind = Line::Kind::bounds,
                .value = Value::ofNumber(derivation.reading.amount),
                .clause = clauseOf(calculation, derivation.contradiction)});
  }
}

Value Evaluation::ofStat(NodeIndex index, const Where& where, LineIndex line) {
  const Value subject = below(child(index, 0), where, line);
  if (subject.isUnknown()) return unknownFor(Type::number, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::number);
  const bool base = node(index).function == Function::base;
  auto stat = static_cast<StatIndex>(node(child(index, 1)).number);
  Value from = subject;
  if (node(index).function == Function::stat_called) {
    const Value name = below(child(index, 1), where, line);
    if (name.isUnknown()) return unknownFor(Type::number, {&name});
    stat = ruleset().stat(name.text);
    if (stat == kUnbound) return Value::unknown(Type::number, {.kind = Reason::Kind::no_such_stat});
    takeReasons(from, name);
  }
  if (!base) explainStat(*where.state, subject.entity, stat, line);
  Value value = amount({.subject = subject.entity, .stat = stat, .base = base}, where, line);
  if (value.zero_alone) {
    note(line, {.kind = Line::Kind::floor, .value = Value::ofNumber(0), .clause = ruleset().stats[stat].floor_clause});
  }
  takeReasons(value, from);
  return value;
}

Value Evaluation::ofDelta(NodeIndex index, const Where& where, LineIndex line) {
  const Value size = below(child(index, 0), where, line);
  const Value subject = below(child(index, 1), where, line);
  if (size.isUnknown() || subject.isUnknown()) return unknownFor(Type::number, {&size, &subject});
  if (subject.isAbsent()) return Value::absent(Type::number);
  const auto stat = static_cast<StatIndex>(node(child(index, 2)).number);
  const StatReading reading = readDelta(*where.state, point_.rules, subject.entity, stat, size.number);
  for (const StatDerivation::Line& one : deriveStat(*where.state, point_.rules, subject.entity, stat).lines) {
    const Entry& entry = where.state->entry(one.entry);
    note(line, {.kind = Line::Kind::change,
                .value = Value::ofNumber(entry.amount),
                .event = entry.event,
                .counted = one.counted,
                .change = entry.kind,
                .source = entry.source});
  }
  Value value =
      reading.doubtful == kNone
          ? Value::ofNumber(reading.amount)
          : Value::unknown(Type::number, {.kind = Reason::Kind::trait_uncertain, .subject = reading.doubtful});
  takeReasons(value, size);
  takeReasons(value, subject);
  return value;
}

Value Evaluation::printedStat(NodeIndex index, const Where& where, LineIndex line) {
  const Value subject = below(child(index, 0), where, line);
  if (subject.isUnknown()) return unknownFor(Type::number, {&subject});
  if (subject.isAbsent() || !where.state->isCard(subject.entity)) return Value::absent(Type::number);
  const Definition* definition = where.state->definitionOf(where.state->cards[subject.entity]);
  if (definition == nullptr) {
    return Value::unknown(Type::number, {.kind = Reason::Kind::identity_unknown, .subject = subject.entity});
  }
  const PrintedStat printed = docket::printedStat(*where.state, point_.rules, where.state->cards[subject.entity],
                                                  *definition, static_cast<StatIndex>(node(child(index, 1)).number));
  const bool lacks = printed.kind == schema::PrintedStat::Kind::ABSENT;
  Value value = lacks ? Value::absent(Type::number) : Value::ofNumber(printed.amount);
  takeReasons(value, subject);
  return value;
}

Value Evaluation::ofValue(NodeIndex index, const Where& where, LineIndex line) {
  const Value subject = below(child(index, 0), where, line);
  if (subject.isUnknown()) return unknownFor(Type::number, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::number);
  const NameNumber name = where.state->vocabulary->names.find(textOf(child(index, 1)));
  const std::int64_t value = node(child(index, 1)).number;
  if (value < 0 && name == 0) return Value::absent(Type::number);  // not used yet at this point of the game
  const std::uint32_t key = value >= 0 ? static_cast<std::uint32_t>(value) : where.state->valueKey(name);
  Value result = amount({.subject = subject.entity, .key = key}, where, line);
  takeReasons(result, subject);
  return result;
}

Value Evaluation::ofCounters(NodeIndex index, const Where& where, LineIndex line) {
  const Value subject = below(child(index, 0), where, line);
  if (subject.isUnknown()) return unknownFor(Type::number, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::number);
  const NameNumber name = where.state->vocabulary->names.find(textOf(child(index, 1)));
  Value value = Value::ofNumber(name == 0 ? 0 : where.state->countersOn(subject.entity, name));
  takeReasons(value, subject);
  return value;
}

}  // namespace docket::expression
