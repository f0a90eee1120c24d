#include "engine/query/evaluation/abilities.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <string>
#include <utility>

#include "engine/query/acts/act_question.h"
#include "engine/query/acts/obligations.h"
#include "engine/query/cards/card_text.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/limits/limits.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

/// Converts to an ability number; 0, which no ability has, if out of range.
std::uint16_t asAbility(std::int64_t number) {
  const bool sensible = number > 0 && number <= std::numeric_limits<std::uint16_t>::max();
  return sensible ? static_cast<std::uint16_t>(number) : std::uint16_t{0};
}

std::string statusWord(Obligation::Status status) {
  switch (status) {
    case Obligation::Status::open:
    case Obligation::Status::waiting:
      return "open";
    case Obligation::Status::optional:
      return "optional";
    case Obligation::Status::discharged:
      return "discharged";
    case Obligation::Status::impossible:
      return "impossible";
    case Obligation::Status::waived:
      return "waived";
    default:
      return "missed";
  }
}

/// The reason why a card's traits are unknown, if they are.
std::optional<Reason> unreadText(const State& state, CardIndex card) {
  if (!state.isCard(card)) return std::nullopt;
  if (unreadMattersOf(state, card).any()) return Reason{.kind = Reason::Kind::text_unknown, .subject = card};
  if (state.definitionOf(state.cards[card]) != nullptr) return std::nullopt;
  return Reason{.kind = Reason::Kind::identity_unknown, .subject = card};
}

/// An obligation from an event, or its last stored form, with the state that has it, or why it is unknown.
struct Owed {
  const Obligation* found = nullptr;    ///< null: there is none, unless `unknown` is set
  std::shared_ptr<const State> then{};  ///< the state after the event, or the one with `found`; null: the current one
  std::optional<Reason> unknown{};
  EventNumber waived_by = 0;      ///< the event by which a judge waived it when the state no longer had it
  EventNumber may_be_waived = 0;  ///< a waiver that does not name its obligation, which may be this one
};

/// The trait of a card that an expression refers to: by its number among the printed ones, or by a name.
struct TraitAsked {
  Value number;
  std::string_view name{};
};
TraitAsked traitAsked(const Call& call, std::size_t argument) {
  const bool by_name = call.node(call.child(argument)).type == Type::text;
  return by_name ? TraitAsked{.number = Value::ofNumber(0), .name = call.text(argument)}
                 : TraitAsked{.number = call.argument(argument)};
}

bool isOfTrait(const State& state, const Rules& rules, const Obligation& owed, const Value& card,
               const TraitAsked& trait) {
  if (owed.card != card.entity || owed.effect != 0 || owed.follow_up_rule != 0) return false;
  if (trait.name.empty()) return owed.trait == trait.number.number && owed.named == 0;
  if (owed.named != 0) return nameOfGrantedTrait(state, rules, owed.named) == trait.name;
  const Ability* printed = docket::abilityOf(state, owed.definition, owed.trait);
  return printed != nullptr && printed->name == trait.name;
}

/// Notes the clauses of the obligation rules, for the footprint.
void noteObligationClauses(const Call& call) {
  const ObligationRules& obligation_rules = call.ruleset().obligations;
  for (const std::string& clause : {obligation_rules.clause, obligation_rules.fires_clause,
                                    obligation_rules.costs_clause, obligation_rules.effects_clause})
    call.ruleset().note(clause);
}

Value countOpenObligations(const Call& call) {
  const Value card = call.argument(0);
  const TraitAsked trait = traitAsked(call, 1);
  if (card.isUnknown() || trait.number.isUnknown()) return unknownFor(Type::number, {&card, &trait.number});
  if (card.isAbsent()) return Value::absent(Type::number);
  if (const auto unread = unreadText(call.state(), card.entity)) return Value::unknown(Type::number, *unread);
  noteObligationClauses(call);
  Value value = Value::ofNumber(0);
  for (const Obligation& owed : call.state().obligations) {
    if (!isOfTrait(call.state(), call.rules(), owed, card, trait) || owed.status != Obligation::Status::open) continue;
    ++value.number;
    if (!owed.certain) addReason(value, {.kind = Reason::Kind::undecided, .event = owed.trigger});
    call.note({.kind = Line::Kind::use, .clause = call.ruleset().obligations.clause, .event = owed.trigger});
  }
  for (const Value* from : {&card, &trait.number}) takeReasons(value, *from);
  return value;
}

/// Looks for a judge's waiver, up to event `last`, of an obligation that the state no longer had by then.
void findWaiver(const Call& call, Owed& owed, EventNumber last) {
  const GameRecord& record = *call.point().record;
  for (EventNumber number = owed.then->event + 1; number <= last && call.spend(1); ++number) {
    if (record.statusOf(number) >= EventStatus::nothing) continue;
    const HeldEvent event = record.event(number);
    if (!event->isObligationWaived()) continue;
    const auto waiver = event->getObligationWaived();
    if (waiver.getTrigger() != 0 && waiver.getTrigger() != owed.found->trigger) continue;
    if (!call.spend(kRecordSteps)) return;
    const auto before = record.before(number);
    if (before == nullptr) {
      owed.unknown = Reason{.kind = Reason::Kind::no_record, .event = number};
      return;
    }
    if (!isWaiverOf(waiver, *owed.found, *before)) continue;
    if (waiver.getTrigger() != 0) {
      owed.waived_by = number;
      return;
    }
    const bool of_another = ranges::any_of(before->obligations, [&](const Obligation& one) {
      return canBeWaived(one) && isWaiverOf(waiver, one, *before);
    });
    if (!of_another) owed.may_be_waived = number;
  }
}

EventNumber groupOf(const GameRecord& record, EventNumber number) {
  const HeldEvent event = record.event(number);
  return event->getGroup();
}

/// The last of the events that happen at the same time as one: the obligations from it are known then.
EventNumber lastOfGroup(const GameRecord& record, EventNumber event, EventNumber point) {
  const EventNumber end = std::min(point, record.size());
  const EventNumber group = event <= end ? groupOf(record, event) : EventNumber{0};
  while (group != 0 && event < end && groupOf(record, event + 1) == group) ++event;
  return event;
}

/// Looks up an obligation. A closed one is dropped when its period ends; then the last state that still has it is found
/// by binary search between the event and the point. `find` returns the obligation in a state, or null.
template <class Find>
Owed owedFor(const Call& call, const Value& asked, const Find& find) {
  const State& now = call.state();
  const EventNumber event = nameable(asked);
  const auto no_such = Reason{.kind = Reason::Kind::no_such_event, .event = event};
  if (event == 0 || event > now.event) return {.unknown = no_such};
  if (const Obligation* owed = find(now)) return {.found = owed};
  const GameRecord* record = call.point().record;
  if (record == nullptr) {
    const PeriodIndex forgets =
        call.ruleset().forget_uses_with == kUnbound ? PeriodIndex{0} : call.ruleset().forget_uses_with;
    const bool is_kept =
        forgets < now.periods.size() && now.periods[forgets].open && now.periods[forgets].began <= event;
    if (is_kept) return {};
    return {.unknown = Reason{.kind = Reason::Kind::no_record}};
  }
  const auto happened = [&](EventNumber number) {
    return number <= record->size() && record->statusOf(number) < EventStatus::nothing;
  };
  if (event <= record->size() && !happened(event)) return {.unknown = no_such};
  Owed owed;
  const auto look = [&](EventNumber number) {
    if (!call.spend(kRecordSteps)) return false;
    auto state = number <= record->size() ? record->before(number + 1) : nullptr;
    if (state == nullptr) {
      owed.unknown = Reason{.kind = Reason::Kind::no_record, .event = number};
      return false;
    }
    const Obligation* found = find(*state);
    if (found == nullptr && owed.then != nullptr) return false;
    owed.found = found;
    owed.then = std::move(state);
    return found != nullptr;
  };
  EventNumber from = lastOfGroup(*record, event, now.event);
  EventNumber to = now.event;
  for (bool is_found = look(from); is_found && to - from > 1;) {
    const EventNumber middle = from + (to - from) / 2;
    EventNumber number = middle;
    while (number > from && !happened(number)) --number;
    (number == from || look(number) ? from : to) = number == from ? middle : number;
  }
  if (owed.found != nullptr && canBeWaived(*owed.found)) findWaiver(call, owed, std::min(now.event, record->size()));
  if (call.isSpent()) owed.unknown = Reason{.kind = Reason::Kind::out_of_steps};
  return owed;
}

/// The outcome of an obligation; absent if there is none.
Value obligationStatus(const Call& call, const Owed& owed, const std::string& clause) {
  if (owed.unknown) return Value::unknown(Type::text, *owed.unknown);
  if (owed.found == nullptr) return Value::absent(Type::text);
  const bool waived = owed.waived_by != 0;
  call.setEvent(waived ? owed.waived_by : owed.found->by);
  call.setClause(clause);
  Value value = Value::ofText(statusWord(waived ? Obligation::Status::waived : owed.found->status));
  if (!waived && owed.may_be_waived != 0) {
    addReason(value, {.kind = Reason::Kind::undecided, .event = owed.may_be_waived});
  }
  if (!owed.found->certain) addReason(value, {.kind = Reason::Kind::undecided, .event = owed.found->trigger});
  return value;
}

Value evaluateObligation(const Call& call) {
  const Value trigger = call.argument(0);
  const Value card = call.argument(1);
  const TraitAsked trait = traitAsked(call, 2);
  if (trigger.isUnknown() || card.isUnknown() || trait.number.isUnknown()) {
    return unknownFor(Type::text, {&trigger, &card, &trait.number});
  }
  if (card.isAbsent()) return Value::absent(Type::text);
  const auto find = [&](const State& state) {
    const Obligation* found = nullptr;
    for (const Obligation& owed : state.obligations) {
      if (isOfTrait(state, call.rules(), owed, card, trait) && owed.trigger == trigger.number) found = &owed;
    }
    return found;
  };
  const Owed owed = owedFor(call, trigger, find);
  const auto unread = unreadText(owed.then ? *owed.then : call.state(), card.entity);
  if (!owed.unknown && owed.found == nullptr && unread) return Value::unknown(Type::text, *unread);
  noteObligationClauses(call);
  Value value = obligationStatus(call, owed, call.ruleset().obligations.clause);
  for (const Value* from : {&trigger, &card, &trait.number}) takeReasons(value, *from);
  return value;
}

Value evaluateFollowUp(const Call& call) {
  const Value event = call.argument(0);
  if (event.isUnknown()) return unknownFor(Type::text, {&event});
  const FollowUpRule& rule =
      call.ruleset().obligations.follows[static_cast<std::size_t>(call.node(call.child(1)).number)];
  call.ruleset().note(rule.clause);
  const auto find = [&](const State& state) { return followUpOf(state, call.rules(), nameable(event), rule.name); };
  Value value = obligationStatus(call, owedFor(call, event, find), rule.clause);
  takeReasons(value, event);
  return value;
}

/// Whether a card has an ability that counts as `designator`, printed on it or given to it, and not taken away.
TriState hasAbilityOf(const Call& call, CardIndex card, const std::string& designator) {
  const State& state = call.state();
  const std::uint32_t number = state.cards[card].definition;
  const Definition& definition = *state.definitionOf(state.cards[card]);
  std::ptrdiff_t typed = 0;
  std::ptrdiff_t lost = 0;
  std::ptrdiff_t in_doubt = 0;
  const auto count = [&](const AbilityKey& key) {
    const bool is_lost = isLost(state, call.rules(), key);
    lost += is_lost ? 1 : 0;
    in_doubt += !is_lost && !hasAbility(state, call.rules(), key) ? 1 : 0;
  };
  for (std::size_t i = 0; i < definition.abilities.size(); ++i) {
    if (!countsAs(definition.abilities[i], designator)) continue;
    ++typed;
    count({.card = card, .definition = number, .number = static_cast<std::uint16_t>(i + 1)});
  }
  // A text can be in the catalogue with fewer abilities than it has, or with none.
  const std::ptrdiff_t in_text = ranges::count_if(definition.box.abilities, [&](const TextBox::Ability& one) {
    return countsAs(abilityInText(one, call.ruleset()), designator);
  });
  std::ptrdiff_t copies = std::max(typed, in_text);
  for (const EntryIndex i : state.entriesAbout(card)) {
    const Entry& entry = state.entry(i);
    if (entry.kind != schema::Change::Kind::GRANT_ABILITY || entry.doubtful) continue;
    const std::string_view name = state.nameOf(entry);
    if (!ranges::contains(grantedAbility(call.rules(), name).designators, designator)) continue;
    ++copies;
    count({.card = card, .definition = number, .name = name});
  }
  if (copies - lost > in_doubt) return TriState::yes;
  return copies > lost ? TriState::undecided : TriState::no;
}

Value hasDesignator(const Call& call, const AbilityKey& key, const std::string& name) {
  const State& state = call.state();
  if (!key.name.empty()) {
    const Ability* text = docket::textOf(state, call.rules(), key);
    if (text != nullptr) return Value::ofBoolean(countsAs(*text, name));
    return Value::ofBoolean(ranges::contains(grantedAbility(call.rules(), key.name).designators, name));
  }
  if (key.card == kNone) return Value::absent(Type::boolean);
  if (state.definitionOf(state.cards[key.card]) == nullptr) return unknownCard(Type::boolean, key.card);
  if (key.number != 0) {
    const Ability* one = docket::abilityOf(state, state.cards[key.card].definition, key.number);
    return one == nullptr ? Value::absent(Type::boolean) : Value::ofBoolean(countsAs(*one, name));
  }
  const TriState has = hasAbilityOf(call, key.card, name);
  if (has != TriState::undecided) return Value::ofBoolean(has == TriState::yes);
  return Value::unknown(Type::boolean, {.kind = Reason::Kind::trait_uncertain, .subject = key.card});
}

Value evaluateByKey(const Call& call, const AbilityKey& key, const std::string& name) {
  const State& state = call.state();
  if (call.function() == Function::designator) return hasDesignator(call, key, name);
  if (!key.isKnown()) return Value::absent(Type::boolean);
  if (call.function() == Function::ability_keyword) {
    const AbilityKeyword keyword = hasKeyword(state, call.rules(), key, name);
    return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, key.card);
  }
  const Card& one = state.cards[key.card];
  if (state.definitionOf(one) == nullptr) return unknownCard(Type::boolean, key.card);
  const Ability* trait = docket::abilityOf(state, one.definition, key.number);
  return trait == nullptr ? Value::absent(Type::boolean) : Value::ofBoolean(triggersFrom(call.rules(), *trait, one));
}

/// Whether the ability that is used in the current event has a keyword.
Value actKeyword(const Call& call) {
  const AbilityKey& used = call.point().used;
  if (used.card == kNone && used.name.empty()) return Value::absent(Type::boolean);
  const AbilityKeyword keyword = hasKeyword(call.state(), call.rules(), used, call.text(0));
  return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, used.card);
}

}  // namespace

std::optional<AbilityKey> abilityNamed(const Call& call, std::vector<Value>& from) {
  const State& state = call.state();
  from.push_back(call.argument(0));
  const NodeIndex which = call.child(1);
  const bool is_named = call.node(which).type == Type::text;
  from.push_back(is_named ? Value::ofNumber(0) : call.below(which));
  const Value& holder = from[0];
  if (!holder.isKnown() || from[1].isUnknown()) return std::nullopt;
  if (!is_named && from[1].number != 0 && asAbility(from[1].number) == 0) return std::nullopt;
  AbilityKey key{.number = asAbility(from[1].number)};
  if (state.isCard(holder.entity)) {
    key.card = holder.entity;
    key.definition = state.cards[holder.entity].definition;
  } else if (kindOf(holder.entity) == EntityKind::player && is_named) {
    key.player = static_cast<Seat>(numberOf(holder.entity));
  } else {
    return std::nullopt;
  }
  if (is_named) key.name = call.text(1);
  return key;
}

Value evaluateAbility(const Call& call) {
  const Function function = call.function();
  const State& state = call.state();
  if (function == Function::open_obligations) return countOpenObligations(call);
  if (function == Function::obligation) return evaluateObligation(call);
  if (function == Function::follow_up) return evaluateFollowUp(call);
  if (function == Function::act_keyword) return actKeyword(call);
  std::vector<Value> from;
  Value value = Value::absent(Type::boolean);
  if (function == Function::designator && call.child(2) == kNone) {  // of any of its abilities
    from.push_back(call.argument(0));
    if (from[0].isKnown() && state.isCard(from[0].entity)) {
      value = unknownIfUnread(state, from[0].entity,
                              hasDesignator(call, abilityKeyOf(state, from[0].entity, 0), call.text(1)));
    }
  } else if (const auto key = abilityNamed(call, from)) {
    value = evaluateByKey(call, *key, call.child(2) == kNone ? std::string{} : call.text(2));
    if (key->card != kNone) value = unknownIfUnread(state, key->card, value);
  }
  for (const Value& one : from) {
    if (one.isUnknown()) return unknownFor(Type::boolean, {&one});
    takeReasons(value, one);
  }
  return value;
}

Value effectKeyword(const Call& call, EventNumber event) {
  const std::string& name = call.text(1);
  const Names& names = call.state().vocabulary->names;
  EventNumber act = event;
  const HeldEvent event_record = call.point().record->event(event);
  for (auto change : event_record->getBegins()) {
    for (const NameNumber keyword : change.getKeywords()) {
      if (names.text(keyword) == name) return Value::ofBoolean(true);
    }
  }
  const auto is_act = [&](EventNumber number) {
    const auto one = call.point().record->event(number);
    return one->isTraitTriggered() || one->isAbilityActivated();
  };
  if (!is_act(event)) {
    act = 0;
    const auto causes = event_record->getContext().getCauses();
    for (auto cause = causes.begin(); act == 0 && cause != causes.end(); ++cause) {
      if (*cause < event && is_act(*cause)) act = *cause;
    }
  }
  const auto state = act == 0 ? nullptr : call.point().record->before(act + 1);
  if (state == nullptr) return Value::ofBoolean(false);
  call.setEvent(act);
  const auto act_event = call.point().record->event(act);
  const bool trait = act_event->isTraitTriggered();
  const CardIndex card =
      state->cardOf(trait ? act_event->getTraitTriggered().getCard() : act_event->getAbilityActivated().getCard());
  if (!trait) {
    const AbilityKey used = docket::abilityKeyOf(actQuestionOf(*state, *act_event).use);
    if (used.card == kNone && used.name.empty()) return Value::ofBoolean(false);
    const AbilityKeyword keyword = hasKeyword(*state, call.rules(), used, name);
    return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, card);
  }
  if (card == kNone) return Value::ofBoolean(false);
  const SwitchLine* held = call.ruleset().switchLine(docket::RuleSwitch::effect_has_card_keywords);
  if (held == nullptr) return Value::ofBoolean(false);
  call.setClause(held->clause);
  const HasReading keyword = hasCharacteristic(*state, call.rules(), card, Characteristic::keyword, name);
  return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, card);
}

}  // namespace docket::expression
