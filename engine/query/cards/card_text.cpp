#include "engine/query/cards/card_text.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/query/cards/characteristics.h"
#include "engine/rules/keywords.h"

namespace docket {
namespace {

bool isNamedZone(const Rules& rules, const Ability& ability, const Card& card) {
  return card.exists() && isInAnyZone(rules.ruleset, card, ability.zones);
}

bool hasOwnKeyword(const State& state, const Rules& rules, const AbilityKey& key, std::string_view name) {
  if (const Ability* text = textOf(state, rules, key)) return ranges::contains(text->keywords, name);
  return !key.name.empty() && ranges::contains(grantedAbility(rules, key.name).keywords, name);
}

/// True if some ability of a card has its own keyword; it is unknown which ability is meant.
bool mayHaveKeyword(const Definition* definition, std::string_view name) {
  return definition == nullptr || ranges::any_of(definition->abilities, [&](const Ability& ability) {
           return ranges::contains(ability.keywords, name);
         });
}

}  // namespace

void noteTriggerPlaces(const Ruleset& ruleset) {
  ruleset.record([&](Consulted& footprint) {
    if (footprint.has(RuleField::obligation_places)) return;
    footprint.add(RuleField::obligation_places);
    for (const TriggerPlace& place : ruleset.obligations.places) footprint.addLine(place.clause);
  });
}

bool isInAnyZone(const Ruleset& ruleset, const Card& card, const std::vector<std::string>& zones) {
  const Zone& zone = ruleset.zones[card.zone];
  if (ranges::contains(zones, zone.name)) return true;
  return ranges::any_of(zone.parts, [&](const Zone::Part& part) {
    return ranges::contains(part.slots, card.slot) && ranges::contains(zones, part.name);
  });
}

bool isOnItsSide(const Ruleset& ruleset, const Card& card, const Ability& ability) {
  if (!ruleset.zones[card.zone].in_play || ability.face == schema::Ability::Works::EITHER) return true;
  return (card.face == Facing::down) == (ability.face == schema::Ability::Works::DOWN);
}

bool isOnRequiredSide(const Ruleset& ruleset, const Card& card, const Ability& ability) {
  return ability.face == schema::Ability::Works::UNSAID || isOnItsSide(ruleset, card, ability);
}

const Ability* abilityOf(const State& state, std::uint32_t definition, std::uint16_t number) {
  const Definition* known = state.definitions->known[definition];
  if (known == nullptr || number == 0 || number > known->abilities.size()) return nullptr;
  return &known->abilities[number - 1U];
}

bool countsAs(const Ability& ability, std::string_view designator) {
  return ranges::contains(ability.designators, designator);
}

bool triggersFrom(const Rules& rules, const Ability& trait, const Card& card) {
  if (!card.exists()) return false;
  if (!isOnRequiredSide(rules.ruleset, card, trait)) return false;
  const auto& places = rules.ruleset.obligations.places;
  noteTriggerPlaces(rules.ruleset);
  if (places.empty() || isNamedZone(rules, trait, card)) return true;
  return ranges::any_of(places, [&](const TriggerPlace& place) {
    return place.zone == kUnbound ? rules.ruleset.zones[card.zone].in_play : place.zone == card.zone;
  });
}

bool mayBeLeft(const Rules& rules, const Ability& trait) {
  const ObligationRules& obligation_rules = rules.ruleset.obligations;
  if (trait.optional || obligation_rules.clause.empty()) return true;
  return ranges::any_of(obligation_rules.optional, [&](const OptionalTrait& rule) {
    const bool is_it = trait.trigger.name == rule.trigger && ranges::any_of(trait.effects, [&](const Effect& effect) {
                         return effect.what == schema::Effect::What::GAIN && effect.name == rule.produces;
                       });
    if (is_it) rules.ruleset.note(rule.clause);
    return is_it;
  });
}

AbilityKey abilityUsed(const State& state, const EventContext& context) {
  return {.card = context.used,
          .player = context.player,
          .definition = context.used == kNone ? 0 : state.cards[context.used].definition,
          .number = context.ability,
          .name = state.vocabulary->names.text(context.named)};
}

AbilityKey abilityKeyOf(const State& state, CardIndex card, std::uint16_t number) {
  return {.card = card, .definition = state.cards[card].definition, .number = number};
}

AbilityKeyword hasKeyword(const State& state, const Rules& rules, const AbilityKey& key, std::string_view name) {
  if (hasOwnKeyword(state, rules, key, name)) return {.has = true};
  const Definition* definition = key.card == kNone ? nullptr : state.definitionOf(state.cards[key.card]);
  const bool known = key.card == kNone || definition != nullptr;
  const bool of_card = rules.ruleset.isOnUnnoted(RuleSwitch::ability_has_card_keywords);
  if (key.card != kNone && !of_card) rules.ruleset.note(RuleSwitch::ability_has_card_keywords);
  if (key.card == kNone || !of_card) {
    return {.known = key.isKnown() ? known || !key.name.empty() : !mayHaveKeyword(definition, name)};
  }
  if (known && key.number > definition->abilities.size()) {  // it has no such ability
    rules.ruleset.note(RuleSwitch::ability_has_card_keywords);
    return {};
  }
  const CharacteristicReading keywords = readCharacteristics(state, rules, key.card, Characteristic::keyword);
  const bool has = ranges::any_of(keywords.lines, [&](const CharacteristicLine& line) {
    return line.holds() && !line.of_ability && isReferredTo(line.name, name, rules.ruleset);
  });
  if (has || !keywords.known || !known || !key.isKnown()) rules.ruleset.note(RuleSwitch::ability_has_card_keywords);
  if (has) return {.has = true};
  return {.known = keywords.known && (key.isKnown() || !mayHaveKeyword(definition, name))};
}

}  // namespace docket
