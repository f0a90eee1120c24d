// The functions that ask about abilities, traits and what must happen because of them.
#include <limits>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/card_text.h"
#include "engine/characteristics.h"
#include "engine/expression/arithmetic.h"
#include "engine/expression/evaluation.h"
#include "engine/expression/functions.h"
#include "engine/judge.h"
#include "engine/limits.h"
#include "engine/obligations.h"

namespace docket::expression {
namespace {

/// A number as one of a card's abilities; 0, which none is, where it cannot be one.
std::uint16_t asAbility(std::int64_t number) {
  const bool sensible = number > 0 && number <= std::numeric_limits<std::uint16_t>::max();
  return sensible ? static_cast<std::uint16_t>(number) : std::uint16_t{0};
}

std::string wordFor(Obligation::Status status) {
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

Value unknownCard(Type type, CardIndex card) {
  return Value::unknown(type, {.kind = Reason::Kind::identity_unknown, .subject = card});
}

}  // namespace

Value Evaluation::ofDuty(NodeIndex index, const Where& where, LineIndex line) {
  const bool counts = node(index).function == Function::open_obligations;
  const Value trigger = counts ? Value::ofNumber(0) : below(child(index, 0), where, line);
  const Value card = below(child(index, counts ? 0 : 1), where, line);
  const Value trait = below(child(index, counts ? 1 : 2), where, line);
  const Type type = node(index).type;
  if (trigger.isUnknown() || card.isUnknown() || trait.isUnknown()) return unknownFor(type, {&trigger, &card, &trait});
  if (card.isAbsent()) return Value::absent(type);
  const ObligationRules& rules = ruleset().obligations;
  std::int64_t open = 0;
  const Obligation* asked = nullptr;
  for (const Obligation& owed : where.state->obligations) {
    if (owed.card != card.entity || owed.trait != trait.number || owed.effect != 0 || owed.following != 0) continue;
    if (owed.trigger == trigger.number) asked = &owed;
    if (owed.status != Obligation::Status::open) continue;
    ++open;
    if (counts) note(line, {.kind = Line::Kind::use, .clause = rules.clause, .event = owed.trigger});
  }
  Value value = Value::absent(type);
  if (counts) value = Value::ofNumber(open);
  if (asked != nullptr) {
    at(line).event = asked->by;
    at(line).clause = rules.clause;
    value = Value::ofText(wordFor(asked->status));
    if (!asked->certain) addReason(value, {.kind = Reason::Kind::undecided, .event = asked->trigger});
  }
  for (const Value* from : {&trigger, &card, &trait}) takeReasons(value, *from);
  return value;
}

Value Evaluation::ofFollowing(NodeIndex index, const Where& where, LineIndex line) {
  const Value event = below(child(index, 0), where, line);
  if (event.isUnknown()) return unknownFor(Type::text, {&event});
  constexpr std::int64_t kMostEvents = std::numeric_limits<EventNumber>::max();
  const bool is_event = event.isKnown() && event.number > 0 && event.number <= kMostEvents;
  const Obligation* owed = is_event ? followingOf(*where.state, point_.rules, static_cast<EventNumber>(event.number),
                                                  textOf(child(index, 1)))
                                    : nullptr;
  Value value = Value::absent(Type::text);
  if (owed != nullptr) {
    at(line).event = owed->by;
    at(line).clause = ruleset().obligations.follows[owed->following - 1U].clause;
    value = Value::ofText(wordFor(owed->status));
    if (!owed->certain) addReason(value, {.kind = Reason::Kind::undecided, .event = owed->trigger});
  }
  takeReasons(value, event);
  return value;
}

std::optional<AbilityKey> Evaluation::abilityNamed(NodeIndex index, const Where& where, LineIndex line,
                                                   std::vector<Value>& from) {
  const State& state = *where.state;
  from.push_back(below(child(index, 0), where, line));
  const NodeIndex which = child(index, 1);
  const bool named = node(which).type == Type::text;
  from.push_back(named ? Value::ofNumber(0) : below(which, where, line));
  const Value& of = from[0];
  if (!of.isKnown() || from[1].isUnknown()) return std::nullopt;
  if (!named && from[1].number != 0 && asAbility(from[1].number) == 0) return std::nullopt;
  AbilityKey key{.number = asAbility(from[1].number)};
  if (state.isCard(of.entity)) {
    key.card = of.entity;
    key.definition = state.cards[of.entity].definition;
  } else if (kindOf(of.entity) == EntityKind::player && named) {
    key.player = static_cast<Seat>(numberOf(of.entity));
  } else {
    return std::nullopt;
  }
  if (named) key.name = textOf(which);
  return key;
}

Value Evaluation::ofText(NodeIndex index, const Where& where, LineIndex line) {
  const Function function = node(index).function;
  const State& state = *where.state;
  if (function == Function::open_obligations || function == Function::obligation) return ofDuty(index, where, line);
  if (function == Function::following) return ofFollowing(index, where, line);
  if (function == Function::act_keyword) return actKeyword(textOf(child(index, 0)), state);
  std::vector<Value> from;
  Value value = Value::absent(Type::boolean);
  if (function == Function::designator && child(index, 2) == kNone) {  // of any of its abilities
    from.push_back(below(child(index, 0), where, line));
    if (from[0].isKnown() && state.isCard(from[0].entity)) {
      value = hasDesignator(state, abilityKey(state, from[0].entity, 0), textOf(child(index, 1)));
    }
  } else if (const auto key = abilityNamed(index, where, line, from)) {
    value = ofAbility(function, *key, child(index, 2) == kNone ? std::string{} : textOf(child(index, 2)), state);
  }
  for (const Value& one : from) {
    if (one.isUnknown()) return unknownFor(Type::boolean, {&one});
    takeReasons(value, one);
  }
  return value;
}

Value Evaluation::ofAbility(Function function, const AbilityKey& key, const std::string& name,
                            const State& state) const {
  if (function == Function::designator) return hasDesignator(state, key, name);
  if (!key.isKnown()) return Value::absent(Type::boolean);
  if (function == Function::ability_keyword) {
    const AbilityKeyword keyword = hasKeyword(state, point_.rules, key, name);
    return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, key.card);
  }
  const Card& one = state.cards[key.card];
  if (state.definitionOf(one) == nullptr) return unknownCard(Type::boolean, key.card);
  const Ability* trait = docket::abilityOf(state, one.definition, key.number);
  return trait == nullptr ? Value::absent(Type::boolean) : Value::ofBoolean(triggersFrom(point_.rules, *trait, one));
}

/// Of the event that a rule speaks of: whether the ability that is used in it has a keyword.
Value Evaluation::actKeyword(const std::string& name, const State& state) const {
  const AbilityKey& used = point_.used;
  if (used.card == kNone && used.name.empty()) return Value::absent(Type::boolean);
  const AbilityKeyword keyword = hasKeyword(state, point_.rules, used, name);
  return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, used.card);
}

Value Evaluation::hasDesignator(const State& state, const AbilityKey& key, const std::string& name) const {
  const auto holds = [&](const auto& designators) { return ranges::contains(designators, name); };
  if (!key.name.empty()) {
    const Ability* text = docket::textOf(state, point_.rules, key);
    if (text != nullptr) return Value::ofBoolean(countsAs(*text, name));
    return Value::ofBoolean(holds(givenAbility(point_.rules, key.name).designators));
  }
  if (key.card == kNone) return Value::absent(Type::boolean);
  const Definition* definition = state.definitionOf(state.cards[key.card]);
  if (definition == nullptr) return unknownCard(Type::boolean, key.card);
  if (key.number != 0) {
    const Ability* one = docket::abilityOf(state, state.cards[key.card].definition, key.number);
    return one == nullptr ? Value::absent(Type::boolean) : Value::ofBoolean(countsAs(*one, name));
  }
  const bool printed = ranges::any_of(definition->abilities, [&](const Ability& one) { return countsAs(one, name); });
  const bool in_text = ranges::any_of(definition->box.abilities, [&](const TextBox::Ability& one) {
    return countsAs(abilityInText(one, ruleset()), name);
  });
  if (printed || in_text) return Value::ofBoolean(true);
  for (const EntryIndex i : state.about(key.card)) {
    const Entry& entry = state.entry(i);
    if (entry.kind != schema::Change::Kind::GRANT_ABILITY || entry.doubtful) continue;
    if (holds(givenAbility(point_.rules, state.nameOf(entry)).designators)) return Value::ofBoolean(true);
  }
  return Value::ofBoolean(false);
}

Value Evaluation::effectKeyword(NodeIndex index, EventNumber event, const Where& where, LineIndex line) {
  const std::string& name = textOf(child(index, 1));
  const Names& names = where.state->vocabulary->names;
  EventNumber act = event;
  const HeldEvent asked = point_.table->event(event);
  for (auto change : asked->getBegins()) {
    for (const NameNumber keyword : change.getKeywords()) {
      if (names.text(keyword) == name) return Value::ofBoolean(true);
    }
  }
  const auto is_act = [&](EventNumber number) {
    const auto one = point_.table->event(number);
    return one->isTraitTriggered() || one->isAbilityActivated();
  };
  if (!is_act(event)) {
    act = 0;
    const auto causes = asked->getContext().getCauses();
    for (auto cause = causes.begin(); act == 0 && cause != causes.end(); ++cause) {
      if (*cause < event && is_act(*cause)) act = *cause;
    }
  }
  const auto state = act == 0 ? nullptr : point_.table->before(act + 1);
  if (state == nullptr) return Value::ofBoolean(false);
  at(line).event = act;
  const auto of = point_.table->event(act);
  const bool trait = of->isTraitTriggered();
  const CardIndex card = state->cardOf(trait ? of->getTraitTriggered().getCard() : of->getAbilityActivated().getCard());
  if (!trait) {
    const AbilityKey used = docket::abilityOf(questionOf(*state, *of).use);
    if (used.card == kNone && used.name.empty()) return Value::ofBoolean(false);
    const AbilityKeyword keyword = hasKeyword(*state, point_.rules, used, name);
    return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, card);
  }
  if (card == kNone) return Value::ofBoolean(false);
  const HeldReading* held = ruleset().held(docket::Reading::effect_has_card_keywords);
  if (held == nullptr) return Value::ofBoolean(false);
  at(line).clause = held->clause;
  const HasReading keyword = hasCharacteristic(*state, point_.rules, card, Characteristic::keyword, name);
  return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, card);
}

}  // namespace docket::expression
