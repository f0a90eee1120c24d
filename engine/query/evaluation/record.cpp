#include "engine/query/evaluation/record.h"

#include <memory>
#include <range/v3/algorithm/find.hpp>
#include <string>
#include <vector>

#include "engine/query/acts/finding.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/evaluation/abilities.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/limits.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stat_change.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"
#include "events/rewind_tree.h"

namespace docket::expression {
namespace {

Value elsewhere(const Call& call, EventNumber event) {
  const auto state = call.point().record->before(event);
  if (state == nullptr) return Value::unknown(call.type(), {.kind = Reason::Kind::no_record, .event = event});
  return call.in(*state).valueForCalculation(call.child(1));
}

/// Whether an event is a gain or a loss of a value of a subject.
Value gainBy(const Call& call, EventNumber number, const State& before, const State& after, const Value& subject,
             ValueIndex index) {
  const auto event = call.point().record->event(number);
  Value value = Value::absent(Type::text);
  const RecordedValue recorded = recordedValue(before, call.ruleset(), subject.entity, index);
  const RecordedValue since = recordedValue(after, call.ruleset(), subject.entity, index);
  const bool is_unrecorded =
      recorded.status == RecordedValue::Status::unrecorded || since.status == RecordedValue::Status::unrecorded;
  const bool changes_record = goesBack(*event);
  const Reason no_start{.kind = Reason::Kind::no_start, .subject = subject.entity, .number = index};
  if (event->isValueChanged() && after.valueKey(event->getValueChanged().getValue()) == index &&
      after.subjectOf(event->getValueChanged().getSubject()) == subject.entity) {
    call.ruleset().note(RuleField::calculation_set);
    const auto gain = gainOf(call.ruleset(), event->getValueChanged(), index, recorded);
    if (!gain) value = Value::unknown(Type::text, no_start);
    if (gain == 0 && since.amount != recorded.amount) value = Value::ofText("neither");
    if (gain && *gain != 0) value = Value::ofText(*gain > 0 ? "gain" : "loss");
  } else if (is_unrecorded && (changes_record || recorded.status != since.status)) {
    value = Value::unknown(Type::text, no_start);
  } else if (since.amount != recorded.amount) {
    value = Value::ofText("neither");
  }
  takeReasons(value, subject);
  return value;
}

Value changeBy(const Call& call, EventNumber event) {
  const auto before = call.point().record->before(event);
  const auto after = call.point().record->before(event + 1);
  if (before == nullptr || after == nullptr) {
    return Value::unknown(Type::text, {.kind = Reason::Kind::no_record, .event = event});
  }
  // The card may no longer exist at the point of the question.
  const Value subject = call.in(*before).argument(1);
  if (subject.isUnknown()) return unknownFor(Type::text, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::text);
  const std::int64_t changed = call.node(call.child(2)).number;
  if (changed < 0) return gainBy(call, event, *before, *after, subject, static_cast<ValueIndex>(~changed));
  const auto stat = static_cast<StatIndex>(changed);
  if (const ValueIndex base = call.ruleset().stats[stat].of_value; base != kUnbound) {
    Value gain = gainBy(call, event, *before, *after, subject, base);
    if (!gain.isAbsent()) return gain;
  }
  const StatChange change = readStatChange(*before, *after, call.rules(), subject.entity, stat);
  call.setEvent(event);
  call.setClause(change.clause);
  for (const State* one : {before.get(), after.get()}) {
    const CardIndex unread = unreadInPlay(*one, call.rules(), schema::Matter::STATS);
    if (unread != kNone) return Value::unknown(Type::text, {.kind = Reason::Kind::text_unknown, .subject = unread});
  }
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

Value legality(const Call& call, EventNumber event) {
  const Function function = call.function();
  const std::string* wanted = function == Function::broke ? &call.text(1) : nullptr;
  bool broken = false;
  bool undecided = false;
  call.setEvent(event);
  for (const Finding& finding : call.point().record->findings(event)) {
    const bool certain = finding.isCertain();
    if (call.explains()) {
      const Call::LineIndex found = call.note({.kind = Line::Kind::finding,
                                               .value = Value::ofText(finding.clause),
                                               .clause = finding.clause,
                                               .event = event,
                                               .counted = certain,
                                               .finding = std::make_shared<const Finding>(finding)});
      for (const EventNumber rests_on : finding.rests_on)
        call.note(found, {.kind = Line::Kind::use, .event = rests_on});
    }
    if (wanted != nullptr && finding.clause != *wanted) continue;
    if (!certain) undecided = true;
    if (certain && !broken) {
      broken = true;
      call.setClause(finding.clause);
      if (function == Function::clause) return Value::ofText(finding.clause);
    }
  }
  if (broken) return Value::ofBoolean(function == Function::broke);
  if (undecided) return Value::unknown(call.type(), {.kind = Reason::Kind::undecided, .event = event});
  if (const auto doubt = call.point().record->doubt(event)) {
    // An act that no rule covers broke no clause, but whether it was legal is unknown.
    const bool nothing_broken = doubt->kind == Reason::Kind::no_rule && function == Function::broke;
    if (!nothing_broken) return Value::unknown(call.type(), *doubt);
  }
  if (function == Function::clause) return Value::absent(Type::text);
  return Value::ofBoolean(function == Function::legal);
}

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

Value evaluateEvent(const Call& call) {
  const Type type = call.type();
  const Value number = call.argument(0);
  if (number.isUnknown()) return unknownFor(type, {&number});
  if (call.point().record == nullptr) return Value::unknown(type, {.kind = Reason::Kind::no_record});
  const EventNumber event = nameable(number);
  const bool is_there = event != 0 && event <= call.point().record->size();
  const Function function = call.function();
  const bool beside = function == Function::before || function == Function::after;
  if (!is_there || (!beside && call.point().record->statusOf(event) == EventStatus::nothing)) {
    return Value::unknown(type, {.kind = Reason::Kind::no_such_event, .event = event});
  }
  if (!call.spend(kRecordSteps)) return Value::unknown(type, {.kind = Reason::Kind::out_of_steps});
  Value value = Value::absent(type);
  switch (function) {
    case Function::actor: {
      call.setEvent(event);
      const HeldEvent held = call.point().record->event(event);
      if (const Seat actor = held->getActor(); actor != 0) {
        value = Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, actor));
      }
      break;
    }
    case Function::effect_keyword:
      value = effectKeyword(call, event);
      break;
    case Function::change:
      value = changeBy(call, event);
      break;
    case Function::before:
      value = elsewhere(call, event);
      break;
    case Function::after:
      value = elsewhere(call, event + 1);
      break;
    case Function::legal:
    case Function::clause:
    case Function::broke:
      value = legality(call, event);
      break;
    default:
      notOfFamily(function);
  }
  takeReasons(value, number);
  return value;
}

Value lastKnown(const Call& call) {
  // A card that has ceased to exist can still be named by its number.
  const Node& name_node = call.node(call.child(0));
  const State& state = call.state();
  const CardIndex gone =
      name_node.op == Operator::card_number ? state.cardOf(static_cast<std::uint32_t>(name_node.number)) : kNone;
  if (gone == kNone || state.cards[gone].exists()) {
    const Value card = call.argument(0);
    return card.isUnknown() ? unknownFor(call.type(), {&card}) : call.argument(1);
  }
  const SwitchLine* held = call.ruleset().switchLine(docket::RuleSwitch::ceased_are_as_last_known);
  if (held == nullptr) return Value::absent(call.type());
  if (call.point().record == nullptr) return Value::unknown(call.type(), {.kind = Reason::Kind::no_record});
  if (!call.spend(kRecordSteps)) return Value::unknown(call.type(), {.kind = Reason::Kind::out_of_steps});
  call.setClause(held->clause);
  call.setEvent(state.cards[gone].arrived);  // its departure
  return elsewhere(call, state.cards[gone].arrived);
}

Value evaluateLimit(const Call& call) {
  const State& state = call.state();
  std::vector<Value> from;
  const auto key = abilityNamed(call, from);
  const NodeIndex player_node = call.child(3);
  from.push_back(player_node == kNone ? Value::absent(Type::player) : call.below(player_node));
  const Value& player = from.back();
  for (const Value& one : from) {
    if (one.isUnknown()) return unknownFor(Type::number, {&one});
  }
  if (!key) return Value::absent(Type::number);

  const auto limit_index = static_cast<LimitIndex>(call.node(call.child(2)).number);
  const Limit& limit = call.ruleset().limits[limit_index];
  const Seat seat = player.isKnown() ? static_cast<Seat>(numberOf(player.entity)) : Seat{0};
  const UseQuestion question = questionAbout(state, limit, *key, seat);
  const ApplicableLimits applicable = limitsOf(state, call.rules(), question);
  const auto found = ranges::find(applicable.limits, limit_index, &ApplicableLimit::index);
  if (found == applicable.limits.end()) {
    if (applicable.known || key->card == kNone) return Value::absent(Type::number);  // it has no such limit
    return Value::unknown(Type::number, {.kind = Reason::Kind::limits_uncertain, .subject = key->card});
  }
  call.ruleset().note(limit.clause);
  call.setClause(limit.clause);
  Value value = Value::ofNumber(found->max);
  if (found->least_max < found->max) {
    value = Value::unknown(Type::number, {.kind = Reason::Kind::limits_uncertain, .subject = key->card});
    value.setBounds(found->least_max, found->max);
  } else if (key->number != 0 && key->card != kNone && isUnread(state, key->card, schema::Matter::USES)) {
    addReason(value, {.kind = Reason::Kind::text_unknown, .subject = key->card});
  }
  if (call.function() == Function::used) {
    const UsedCount count = readUsedCount(state, call.rules(), *found, question);
    value = Value::ofNumber(count.used);
    for (const EventNumber use : count.used_by) call.note({.kind = Line::Kind::use, .event = use});
    for (const EventNumber use : count.perhaps_by) {
      call.note({.kind = Line::Kind::doubtful_use, .event = use, .counted = false});
      addReason(value, {.kind = Reason::Kind::uses_uncertain, .event = use});
    }
    for (const GivenBackUse& back : count.given_back) {
      call.note({.kind = Line::Kind::given_back, .clause = *back.clause, .event = back.use, .counted = false});
    }
    if (count.perhaps > 0) {
      value.presence = Value::Presence::unknown;
      value.number = 0;
      value.setBounds(count.used, std::int64_t{count.used} + count.perhaps);
    }
  }
  for (const Value& one : from) takeReasons(value, one);
  return value;
}

}  // namespace docket::expression
