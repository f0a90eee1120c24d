#include "engine/query/evaluation/amounts.h"

#include <range/v3/algorithm/contains.hpp>
#include <string>
#include <utility>

#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stats.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

/// The clause that decides how bounds apply.
const std::string& clauseOf(const Calculation& calculation, ContradictionKind which) {
  switch (which) {
    case ContradictionKind::none:
      return calculation.clamp_clause;
    case ContradictionKind::above:
      return calculation.contradiction_clauses[1];
    case ContradictionKind::between:
      return calculation.contradiction_clauses[2];
    default:
      return calculation.contradiction_clauses[0];
  }
}

Value amount(const Call& call, const AmountOf& amount_of) {
  AmountReading reading = readAmount(call.state(), call.rules(), amount_of);
  call.noteRead(amount_of);
  if (reading.seen && call.explains()) {
    Value seen = reading.seen->absent ? Value::absent(Type::number) : Value::ofNumber(reading.seen->amount);
    call.note({.kind = Line::Kind::observation, .value = std::move(seen), .event = reading.seen->event});
  }
  if (reading.value.isAbsent() && call.ruleset().isOn(docket::RuleSwitch::absent_is_zero_by_itself)) {
    reading.value.presence = Value::Presence::known;
    reading.value.number = 0;
  }
  return std::move(reading.value);
}

void explainStat(const Call& call, Entity subject, StatIndex stat) {
  const State& state = call.state();
  const StatDerivation derivation = deriveStat(state, call.rules(), subject, stat);
  if (derivation.reading.kind != StatReading::Kind::known && derivation.lines.empty()) return;
  const Calculation& calculation = call.ruleset().calculation;
  const bool known = derivation.reading.kind == StatReading::Kind::known;
  if (known && state.isCard(subject)) {
    call.note({.kind = Line::Kind::printed, .value = Value::ofNumber(derivation.reading.base)});
  }
  for (const StatDerivation::Line& one : derivation.lines) {
    const Entry& entry = state.entry(one.entry);
    const bool sets = entry.kind == schema::Change::Kind::SET;
    call.note({.kind = Line::Kind::change,
               .value = Value::ofNumber(entry.kind == schema::Change::Kind::BONUS ? entry.stated_amount : entry.amount),
               .clause = sets ? calculation.set_clause : std::string{},
               .event = entry.event,
               .counted = one.counted,
               .change = entry.kind,
               .source = entry.source});
  }
  if (!known) {
    call.setClause(calculation.absent_clause);
    return;
  }
  if (!derivation.lines.empty()) {
    call.note({.kind = Line::Kind::sum, .value = Value::ofNumber(derivation.sum), .clause = calculation.sum_clause});
  }
  if (derivation.floored != derivation.sum) {
    call.note({.kind = Line::Kind::floor,
               .value = Value::ofNumber(derivation.floored),
               .clause = call.ruleset().stats[stat].floor_clause});
  }
  if (derivation.has_minimum || derivation.has_maximum) {
    call.note({.kind = Line::Kind::bounds,
               .value = Value::ofNumber(derivation.reading.amount),
               .clause = clauseOf(calculation, derivation.contradiction)});
  }
}

}  // namespace

Value evaluateStat(const Call& call) {
  const Value subject = call.argument(0);
  if (subject.isUnknown()) return unknownFor(Type::number, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::number);
  const bool base = call.function() == Function::base;
  auto stat = static_cast<StatIndex>(call.node(call.child(1)).number);
  Value from = subject;
  if (call.function() == Function::stat_called) {
    const Value name = call.argument(1);
    if (name.isUnknown()) return unknownFor(Type::number, {&name});
    stat = call.ruleset().stat(name.text());
    if (stat == kUnbound) return Value::unknown(Type::number, {.kind = Reason::Kind::no_such_stat});
    takeReasons(from, name);
  }
  if (!base && call.explains()) explainStat(call, subject.entity, stat);
  Value value = amount(call, {.subject = subject.entity, .stat = stat, .base = base});
  if (value.zero_alone && call.explains()) {
    call.note(
        {.kind = Line::Kind::floor, .value = Value::ofNumber(0), .clause = call.ruleset().stats[stat].floor_clause});
  }
  takeReasons(value, from);
  return value;
}

Value evaluateDelta(const Call& call) {
  const Value size = call.argument(0);
  const Value subject = call.argument(1);
  if (size.isUnknown() || subject.isUnknown()) return unknownFor(Type::number, {&size, &subject});
  if (subject.isAbsent()) return Value::absent(Type::number);
  const auto stat = static_cast<StatIndex>(call.node(call.child(2)).number);
  const StatReading reading = readDelta(call.state(), call.rules(), subject.entity, stat, size.number);
  const auto lines = call.explains() ? deriveStat(call.state(), call.rules(), subject.entity, stat).lines
                                     : std::vector<StatDerivation::Line>{};
  for (const StatDerivation::Line& one : lines) {
    const Entry& entry = call.state().entry(one.entry);
    call.note({.kind = Line::Kind::change,
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

Value evaluatePrinted(const Call& call) {
  const Value subject = call.argument(0);
  if (subject.isUnknown()) return unknownFor(call.type(), {&subject});
  if (subject.isAbsent() || !call.state().isCard(subject.entity)) return Value::absent(call.type());
  const Definition* definition = call.state().definitionOf(call.state().cards[subject.entity]);
  if (definition == nullptr) return unknownCard(call.type(), subject.entity);
  if (call.function() != Function::printed) {
    const bool is_type = call.function() == Function::printed_type;
    Value value = Value::ofBoolean(ranges::contains(is_type ? definition->types : definition->subtypes, call.text(1)));
    takeReasons(value, subject);
    return value;
  }
  const auto stat = static_cast<StatIndex>(call.node(call.child(1)).number);
  if (definition->stats[stat].unsaid) {
    return Value::unknown(Type::number, {.kind = Reason::Kind::print_unsaid, .subject = subject.entity});
  }
  const PrintedStat printed =
      docket::printedStat(call.state(), call.rules(), call.state().cards[subject.entity], *definition, stat);
  const bool lacks = printed.kind == schema::PrintedStat::Kind::ABSENT;
  Value value = lacks ? Value::absent(Type::number) : Value::ofNumber(printed.amount);
  takeReasons(value, subject);
  return value;
}

Value evaluateValue(const Call& call) {
  const Value subject = call.argument(0);
  if (subject.isUnknown()) return unknownFor(Type::number, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::number);
  const NameNumber name = call.state().vocabulary->names.find(call.text(1));
  const std::int64_t value = call.node(call.child(1)).number;
  // A name that is not used yet at this point of the game has no number, so its value is unknown.
  const std::uint32_t key = value >= 0 ? static_cast<std::uint32_t>(value) : call.state().valueKey(name);
  Value result = amount(call, {.subject = subject.entity, .key = key});
  takeReasons(result, subject);
  return result;
}

Value evaluateCounters(const Call& call) {
  const Value subject = call.argument(0);
  if (subject.isUnknown()) return unknownFor(Type::number, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::number);
  const NameNumber name = call.state().vocabulary->names.find(call.text(1));
  Value value = Value::ofNumber(name == 0 ? 0 : call.state().countersOn(subject.entity, name));
  takeReasons(value, subject);
  return value;
}

}  // namespace docket::expression
