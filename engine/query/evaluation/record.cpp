// What needs the record or the use records: whether an event was legal and what it broke, a question asked at another
// point of the game, the counters of limits.
#include <range/v3/algorithm/find.hpp>

#include "engine/query/applicable_limits.h"
#include "engine/query/evaluation/evaluation.h"
#include "engine/query/finding.h"
#include "engine/query/limits.h"
#include "engine/query/read_event.h"
#include "engine/query/stat_change.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

Value Evaluation::ofEvent(NodeIndex index, const Where& where, LineIndex line) {
  const Type type = node(index).type;
  const Value number = below(child(index, 0), where, line);
  if (number.isUnknown()) return unknownFor(type, {&number});
  if (point_.table == nullptr) return Value::unknown(type, {.kind = Reason::Kind::no_record});
  const EventNumber event = nameable(number);
  const bool is_there = event != 0 && event <= point_.table->size();
  const Function function = node(index).function;
  const bool beside = function == Function::before || function == Function::after;
  if (!is_there || (!beside && point_.table->standing(event) == Standing::nothing)) {
    return Value::unknown(type, {.kind = Reason::Kind::no_such_event, .event = event});
  }
  if (!spend(kRecordSteps)) return Value::unknown(type, {.kind = Reason::Kind::out_of_steps});
  Value value = Value::absent(type);
  switch (function) {
    case Function::actor: {
      at(line).event = event;
      const HeldEvent held = point_.table->event(event);
      if (const Seat actor = held->getActor(); actor != 0) {
        value = Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, actor));
      }
      break;
    }
    case Function::effect_keyword:
      value = effectKeyword(index, event, where, line);
      break;
    case Function::change:
      value = changeOf(index, event, where, line);
      break;
    case Function::before:
      value = elsewhere(index, event, where, line);
      break;
    case Function::after:
      value = elsewhere(index, event + 1, where, line);
      break;
    default:
      value = legality(index, event, line);
  }
  takeReasons(value, number);
  return value;
}

Value Evaluation::elsewhere(NodeIndex index, EventNumber event, const Where& where, LineIndex line) {
  const auto state = point_.table->before(event);
  if (state == nullptr) return Value::unknown(node(index).type, {.kind = Reason::Kind::no_record, .event = event});
  return calculable(child(index, 1), {.state = state.get(), .it = where.it, .each = where.each}, line);
}

Value Evaluation::lastKnown(NodeIndex index, const Where& where, LineIndex line) {
  // What has ceased to exist can still be named by its number.
  const Node& named = node(child(index, 0));
  const State& state = *where.state;
  const CardIndex gone =
      named.op == Operator::card_number ? state.cardOf(static_cast<std::uint32_t>(named.number)) : kNone;
  if (gone == kNone || state.cards[gone].exists()) {
    const Value card = below(child(index, 0), where, line);
    return card.isUnknown() ? unknownFor(node(index).type, {&card}) : below(child(index, 1), where, line);
  }
  const HeldSwitch* held = ruleset().held(docket::RuleSwitch::ceased_are_as_last_known);
  if (held == nullptr) return Value::absent(node(index).type);
  if (point_.table == nullptr) return Value::unknown(node(index).type, {.kind = Reason::Kind::no_record});
  if (!spend(kRecordSteps)) return Value::unknown(node(index).type, {.kind = Reason::Kind::out_of_steps});
  at(line).clause = held->clause;
  at(line).event = state.cards[gone].arrived;  // when it went
  return elsewhere(index, state.cards[gone].arrived, where, line);
}

Value Evaluation::changeOf(NodeIndex index, EventNumber event, const Where& where, LineIndex line) {
  const auto before = point_.table->before(event);
  const auto after = point_.table->before(event + 1);
  if (before == nullptr || after == nullptr) {
    return Value::unknown(Type::text, {.kind = Reason::Kind::no_record, .event = event});
  }
  // The card may be gone where the question is asked.
  const Value subject = below(child(index, 1), {.state = before.get(), .it = where.it, .each = where.each}, line);
  if (subject.isUnknown()) return unknownFor(Type::text, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::text);
  const std::int64_t changed = node(child(index, 2)).number;
  if (changed < 0) return gainBy(event, *before, *after, subject, static_cast<ValueIndex>(~changed));
  const auto stat = static_cast<StatIndex>(changed);
  const StatChange change = readStatChange(*before, *after, point_.rules, subject.entity, stat);
  at(line).event = event;
  at(line).clause = change.clause;
  Value value = Value::absent(Type::text);
  switch (change.kind) {
    case StatChange::Kind::none:
      break;
    case StatChange::Kind::unknown:
      value = Value::unknown(Type::text, {.kind = Reason::Kind::identity_unknown, .subject = subject.entity});
      break;
    case StatChange::Kind::bonus:
      value = Value::ofText("bonus");
      break;
    case StatChange::Kind::penalty:
      value = Value::ofText("penalty");
      break;
    case StatChange::Kind::neither:
      value = Value::ofText("neither");
      break;
  }
  takeReasons(value, subject);
  return value;
}

Value Evaluation::gainBy(EventNumber number, const State& before, const State& after, const Value& subject,
                         ValueIndex index) const {
  const auto event = point_.table->event(number);
  Value value = Value::absent(Type::text);
  const std::int64_t then = before.valueOf(subject.entity, index).value_or(0);
  if (after.valueOf(subject.entity, index).value_or(0) != then) value = Value::ofText("neither");
  if (event->isValueChanged() && after.valueKey(event->getValueChanged().getValue()) == index &&
      after.subjectOf(event->getValueChanged().getSubject()) == subject.entity) {
    const std::int64_t gain = gainOf(point_.rules.ruleset, event->getValueChanged(), index, then);
    if (gain != 0) value = Value::ofText(gain > 0 ? "gain" : "loss");
  }
  takeReasons(value, subject);
  return value;
}

Value Evaluation::legality(NodeIndex index, EventNumber event, LineIndex line) {
  const Function function = node(index).function;
  const std::string* wanted = function == Function::broke ? &textOf(child(index, 1)) : nullptr;
  const std::string* broken = nullptr;
  bool undecided = false;
  at(line).event = event;
  for (const Finding& finding : point_.table->findings(event)) {
    const bool certain = finding.grade == Finding::Grade::certain;
    const LineIndex found = note(line, {.kind = Line::Kind::finding,
                                        .value = Value::ofText(finding.clause),
                                        .clause = finding.clause,
                                        .event = event,
                                        .counted = certain,
                                        .finding = std::make_shared<const Finding>(finding)});
    for (const EventNumber rests_on : finding.rests_on) note(found, {.kind = Line::Kind::use, .event = rests_on});
    if (wanted != nullptr && finding.clause != *wanted) continue;
    if (!certain) undecided = true;
    if (certain && broken == nullptr) {
      broken = &at(found).clause;
      at(line).clause = finding.clause;
      if (function == Function::clause) return Value::ofText(finding.clause);
    }
  }
  if (broken != nullptr) return Value::ofBoolean(function == Function::broke);
  if (undecided) return Value::unknown(node(index).type, {.kind = Reason::Kind::undecided, .event = event});
  if (const auto doubt = point_.table->doubt(event)) {
    // That an act of which no rule speaks broke a certain clause is not so; whether it was legal these rules do not
    // say.
    const bool nothing_broken = doubt->kind == Reason::Kind::no_rule && function == Function::broke;
    if (!nothing_broken) return Value::unknown(node(index).type, *doubt);
  }
  if (function == Function::clause) return Value::absent(Type::text);
  return Value::ofBoolean(function == Function::legal);
}

namespace {

/// The question about use that `used` and `max` ask.
UseQuestion questionAbout(const State& state, const Limit& limit, const AbilityKey& key, Seat player) {
  UseQuestion question{.card = key.card,
                       .definition = key.definition,
                       .ability = key.number,
                       .name = key.name,
                       .player = key.player,
                       .counted = limit.counted};
  if (key.card == kNone) return question;
  const Card& one = state.cards[key.card];
  const bool of_deck = limit.counted == schema::Limit::Counted::COPIES_IN_DECK;
  question.player = player != 0 ? player : of_deck ? one.owner : one.controller;
  question.host = one.host;
  const Definition* definition = state.definitionOf(one);
  if (definition != nullptr && key.number != 0 && key.number <= definition->abilities.size()) {
    question.designator = state.vocabulary->names.find(definition->abilities[key.number - 1U].designator);
  }
  return question;
}

}  // namespace

Value Evaluation::ofLimit(NodeIndex index, const Where& where, LineIndex line) {
  const State& state = *where.state;
  std::vector<Value> from;
  const auto key = abilityNamed(index, where, line, from);
  const NodeIndex player_node = child(index, 3);
  from.push_back(player_node == kNone ? Value::absent(Type::player) : below(player_node, where, line));
  const Value& player = from.back();
  for (const Value& one : from) {
    if (one.isUnknown()) return unknownFor(Type::number, {&one});
  }
  if (!key) return Value::absent(Type::number);

  const auto wanted = static_cast<LimitIndex>(node(child(index, 2)).number);
  const Limit& limit = ruleset().limits[wanted];
  const Seat seat = player.isKnown() ? static_cast<Seat>(numberOf(player.entity)) : Seat{0};
  const UseQuestion question = questionAbout(state, limit, *key, seat);
  const ApplicableLimits applicable = limitsOf(state, point_.rules, question);
  const auto found = ranges::find(applicable.limits, wanted, &AppliedLimit::index);
  if (found == applicable.limits.end()) {
    if (applicable.known || key->card == kNone) return Value::absent(Type::number);  // it has no such limit
    return Value::unknown(Type::number, {.kind = Reason::Kind::limits_uncertain, .subject = key->card});
  }
  at(line).clause = limit.clause;
  Value value = Value::ofNumber(found->max);
  if (found->least_max < found->max) {
    value = Value::unknown(Type::number, {.kind = Reason::Kind::limits_uncertain, .subject = key->card});
    value.low = found->least_max;
    value.high = found->max;
  }
  if (node(index).function == Function::used) {
    const CounterReading counter = readCounter(state, point_.rules, *found, question);
    value = Value::ofNumber(counter.used);
    for (const EventNumber use : counter.used_by) note(line, {.kind = Line::Kind::use, .event = use});
    for (const EventNumber use : counter.perhaps_by) {
      note(line, {.kind = Line::Kind::doubtful_use, .event = use, .counted = false});
      addReason(value, {.kind = Reason::Kind::uses_uncertain, .event = use});
    }
    for (const GivenBackUse& back : counter.given_back) {
      note(line, {.kind = Line::Kind::given_back, .clause = *back.clause, .event = back.use, .counted = false});
    }
    if (counter.perhaps > 0) {
      value.presence = Value::Presence::unknown;
      value.number = 0;
      value.low = counter.used;
      value.high = std::int64_t{counter.used} + counter.perhaps;
    }
  }
  for (const Value& one : from) takeReasons(value, one);
  return value;
}

}  // namespace docket::expression
