#include "engine/card_text.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/characteristics.h"
#include "engine/keywords.h"

namespace docket {
namespace {

using What = schema::Act::Requirement::What;

bool isNamedZone(const Rules& rules, const Ability& ability, const Card& card) {
  return card.exists() && liesIn(rules.ruleset, card, ability.zones);
}

}  // namespace

bool liesIn(const Ruleset& ruleset, const Card& card, const std::vector<std::string>& zones) {
  const Zone& zone = ruleset.zones[card.zone];
  if (ranges::contains(zones, zone.name)) return true;
  return ranges::any_of(zone.parts, [&](const Zone::Part& part) {
    return ranges::contains(part.slots, card.slot) && ranges::contains(zones, part.name);
  });
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
  const auto& places = rules.ruleset.obligations.places;
  if (places.empty() || isNamedZone(rules, trait, card)) return true;
  return ranges::any_of(places, [&](const TriggerPlace& place) {
    return place.zone == kUnbound ? rules.ruleset.zones[card.zone].in_play : place.zone == card.zone;
  });
}

bool mayBeLeft(const Rules& rules, const Ability& trait) {
  const ObligationRules& obliged = rules.ruleset.obligations;
  if (trait.optional || obliged.clause.empty()) return true;
  return ranges::any_of(obliged.optional, [&](const OptionalTrait& rule) {
    return trait.trigger.name == rule.trigger && ranges::any_of(trait.effects, [&](const Effect& effect) {
             return effect.what == schema::Effect::What::GAIN && effect.name == rule.produces;
           });
  });
}

AbilityKeyword hasKeyword(const State& state, const Rules& rules, CardIndex card, std::uint16_t number,
                          std::string_view name) {
  const Ability* ability = abilityOf(state, state.cards[card].definition, number);
  const bool known = state.definitionOf(state.cards[card]) != nullptr;
  if (ability != nullptr && ranges::contains(ability->keywords, name)) return {.has = true};
  if (known && ability == nullptr) return {};
  if (!rules.ruleset.reads(Reading::ability_has_card_keywords)) return {.known = known};
  const CharacteristicReading keywords = readCharacteristics(state, rules.ruleset, card, Characteristic::keyword);
  const bool has = ranges::any_of(keywords.lines, [&](const CharacteristicLine& line) {
    return line.holds() && !line.of_ability && isReferredTo(line.name, name, rules.ruleset);
  });
  return {.known = has || keywords.known, .has = has};
}

bool lifts(const State& before, const Rules& rules, schema::Event::Reader event, const Happening& happening,
           const Requirement& requirement) {
  if (!event.isAbilityActivated() || happening.card == kNone) return false;
  const Card& card = before.cards[happening.card];
  const Ability* ability = abilityOf(before, card.definition, event.getAbilityActivated().getAbility());
  if (ability == nullptr) return false;
  if (requirement.what == What::SOURCE_IN_PLAY && isNamedZone(rules, *ability, card)) return true;
  if (!rules.ruleset.reads(Reading::conditions_permit)) return false;
  return ranges::any_of(ability->conditions, [&](const AbilityCondition& condition) {
    return condition.permits && condition.permitted == requirement.what &&
           holds(condition.that, before, rules, happening, happening.card) == Met::yes;
  });
}

}  // namespace docket
