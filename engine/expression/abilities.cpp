// The functions that ask about abilities, traits and what must happen because of them.
#include <limits>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/card_text.h"
#include "engine/characteristics.h"
#include "engine/expression/arithmetic.h"
#include "engine/expression/evaluation.h"
#include "engine/expression/functions.h"
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
    if (owed.card != card.entity || owed.trait != trait.number || owed.effect != 0) continue;
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

Value Evaluation::ofText(NodeIndex index, const Where& where, LineIndex line) {
  const Function function = node(index).function;
  if (function == Function::open_obligations || function == Function::obligation) return ofDuty(index, where, line);
  const State& state = *where.state;
  const Value card = below(child(index, 0), where, line);
  const bool numbered = child(index, 2) != kNone || function == Function::triggers;
  const Value ability = numbered ? below(child(index, 1), where, line) : Value::ofNumber(0);
  if (card.isUnknown() || ability.isUnknown()) return unknownFor(Type::boolean, {&card, &ability});
  if (card.isAbsent() || !state.isCard(card.entity)) return Value::absent(Type::boolean);
  Value value = Value::absent(Type::boolean);
  switch (function) {
    case Function::triggers: {
      const Card& one = state.cards[card.entity];
      const Ability* trait = abilityOf(state, one.definition, asAbility(ability.number));
      if (trait != nullptr) value = Value::ofBoolean(triggersFrom(point_.rules, *trait, one));
      if (state.definitionOf(one) == nullptr) value = unknownCard(Type::boolean, card.entity);
      break;
    }
    case Function::ability_keyword: {
      const AbilityKeyword keyword =
          hasKeyword(state, point_.rules, card.entity, asAbility(ability.number), textOf(child(index, 2)));
      value = keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, card.entity);
      break;
    }
    default:
      value = hasDesignator(state, card.entity, ability.number, textOf(child(index, numbered ? 2 : 1)));
  }
  takeReasons(value, card);
  takeReasons(value, ability);
  return value;
}

Value Evaluation::hasDesignator(const State& state, CardIndex card, std::int64_t ability,
                                const std::string& name) const {
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (definition == nullptr) return unknownCard(Type::boolean, card);
  if (ability == 0) {
    return Value::ofBoolean(
        ranges::any_of(definition->abilities, [&](const Ability& one) { return countsAs(one, name); }));
  }
  const Ability* one = abilityOf(state, state.cards[card].definition, asAbility(ability));
  return one == nullptr ? Value::absent(Type::boolean) : Value::ofBoolean(countsAs(*one, name));
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
  if (card == kNone) return Value::ofBoolean(false);
  if (!trait) {
    const AbilityKeyword keyword = hasKeyword(*state, point_.rules, card, of->getAbilityActivated().getAbility(), name);
    return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, card);
  }
  const HeldReading* held = ruleset().held(docket::Reading::effect_has_card_keywords);
  if (held == nullptr) return Value::ofBoolean(false);
  at(line).clause = held->clause;
  const HasReading keyword = hasCharacteristic(*state, ruleset(), card, Characteristic::keyword, name);
  return keyword.known ? Value::ofBoolean(keyword.has) : unknownCard(Type::boolean, card);
}

}  // namespace docket::expression
