// Stats, values and counters: what the ledger and the printed card come to, held against what the recorder observed.
// An observation that the calculation agrees with confirms it. One that it does not agree with says that something
// changes the reading that no document tells of: then the observed number is the answer, unverified, until something
// happens; after that nobody knows.
#include <range/v3/algorithm/find_if.hpp>

#include "engine/expression/arithmetic.h"
#include "engine/expression/evaluation.h"
#include "engine/expression/functions.h"
#include "engine/stats.h"
#include "engine/undefined.h"

namespace docket::expression {

/// A stat or a value of a subject, as it is calculated.
struct Evaluation::Reading {
  Entity subject;
  NameNumber name;  ///< as observations have it; 0 where the game never used it
  bool base = false;
  StatIndex stat = kUnbound;  ///< kUnbound: a value, with `key`
  std::uint32_t key = 0;

  [[nodiscard]] Value calculated(const State& state, const Rules& rules) const {
    if (stat == kUnbound) {
      const auto amount = state.valueOf(subject, key);
      if (!amount) return Value::absent(Type::number);
      const auto& values = rules.ruleset.values;
      return numbered(*amount, key < values.size() && values[key].floor_unless_calculated);
    }
    const StatReading reading = readStat(state, rules, subject, stat);
    if (reading.kind == StatReading::Kind::absent) return Value::absent(Type::number);
    if (reading.kind == StatReading::Kind::unknown) {
      return Value::unknown(Type::number, {.kind = Reason::Kind::identity_unknown, .subject = subject});
    }
    if (reading.doubtful != kNone && !base) {
      return Value::unknown(Type::number, {.kind = Reason::Kind::trait_uncertain, .subject = reading.doubtful});
    }
    Value value = numbered(base ? reading.base : reading.amount, rules.ruleset.stats[stat].floor_unless_calculated);
    if (const CardIndex unheard = undefinedInPlay(state, rules.ruleset); unheard != kNone) {
      addReason(value, {.kind = Reason::Kind::text_unknown, .subject = unheard});
    }
    return value;
  }

  static Value numbered(std::int64_t number, bool floor_unless_calculated) {
    Value value = Value::ofNumber(number);
    value.zero_alone = number < 0 && floor_unless_calculated;
    return value;
  }
};

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

Value seenValue(const Observation& seen) {
  return seen.absent ? Value::absent(Type::number) : Value::ofNumber(seen.amount);
}

bool agrees(const Value& calculated, const Observation& seen) {
  if (calculated.isUnknown()) return false;
  if (seen.absent) return calculated.isAbsent();
  return calculated.isKnown() && (calculated.number == seen.amount || (calculated.zero_alone && seen.amount == 0));
}

}  // namespace

bool Evaluation::explainedThen(const Reading& reading, const Observation& seen) {
  if (point_.table == nullptr || seen.event > point_.table->size() || !spend(kRecordSteps)) return false;
  const auto then = point_.table->before(seen.event);
  return then != nullptr && (!then->isCard(reading.subject) || then->cards[reading.subject].exists()) &&
         agrees(reading.calculated(*then, point_.rules), seen);
}

Value Evaluation::observed(const Reading& reading, const Where& where, LineIndex line) {
  const State& state = *where.state;
  Value calculated = reading.calculated(state, point_.rules);
  const auto seen = ranges::find_if(state.observations, [&](const Observation& one) {
    return one.subject == reading.subject && one.reading == reading.name && one.base == reading.base;
  });
  if (reading.name == 0 || seen == state.observations.end()) return calculated;

  note(line, {.kind = Line::Kind::observation, .value = seenValue(*seen), .event = seen->event});
  const bool fresh = seen->event >= state.latest_happening;
  if (fresh) {
    if (agrees(calculated, *seen)) return calculated;
    Value value = seenValue(*seen);
    addReason(value, {.kind = Reason::Kind::observed, .subject = reading.subject, .event = seen->event});
    return value;
  }
  const Reason stale{
      .kind = Reason::Kind::stale, .subject = reading.subject, .event = seen->event, .since = state.latest_happening};
  // What the rules came to when it was observed, they come to now.
  if (!calculated.isUnknown() && explainedThen(reading, *seen)) return calculated;
  const bool computes = reading.stat == kUnbound || !point_.rules.ruleset.calculation.sum_clause.empty();
  if (agrees(calculated, *seen) || (point_.table == nullptr && computes && !calculated.isUnknown())) {
    addReason(calculated, stale);
    return calculated;
  }
  return Value::unknown(Type::number, stale);
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
  Value value = observed({.subject = subject.entity,
                          .name = where.state->vocabulary->names.find(ruleset().stats[stat].name),
                          .base = base,
                          .stat = stat},
                         where, line);
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
  Value result = observed({.subject = subject.entity,
                           .name = name,
                           .key = value >= 0 ? static_cast<std::uint32_t>(value) : where.state->valueKey(name)},
                          where, line);
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
