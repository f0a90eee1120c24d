// Queries on a text box: the ability or trait with a number, what it counts as, its keywords, the zones from which it
// triggers, and whether it is mandatory. They read definitions (ability.h) under a ruleset; obligations.h derives
// obligations from them for a record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/query/acts/read_event.h"
#include "engine/query/cards/granted_ability.h"
#include "engine/state/state.h"

namespace docket {

/// Ability or trait `number`, from 1, of a definition; null if the card is unidentified or has no such ability.
const Ability* abilityOf(const State& state, std::uint32_t definition, std::uint16_t number);

/// True if an ability is used as, and counts as, one with this designator.
bool countsAs(const Ability& ability, std::string_view designator);

/// True if a card that exists is in one of these zones or parts of zones, given by name.
bool isInAnyZone(const Ruleset& ruleset, const Card& card, const std::vector<std::string>& zones);

/// True if a card shows the side on which an ability of it works, or is face-up if the ability names no side. Out of
/// play, sides do not matter.
bool isOnItsSide(const Ruleset& ruleset, const Card& card, const Ability& ability);
/// True if a card shows the side that an ability names, or the ability names none.
bool isOnRequiredSide(const Ruleset& ruleset, const Card& card, const Ability& ability);

/// Notes the lines that say from which zones traits trigger. Which of them matters depends on where each card is, so
/// all are noted together.
void noteTriggerPlaces(const Ruleset& ruleset);
/// True if a trait triggers from its card's zone: one where traits trigger, or one that it names.
bool triggersFrom(const Rules& rules, const Ability& trait, const Card& card);

/// True if a trait (or an ability that answers a trigger) is optional.
bool mayBeLeft(const Rules& rules, const Ability& trait);

/// Whether an ability or trait has a keyword: its own or, if the ruleset says so, its card's. Excludes keywords that
/// the card only has through one of its abilities. Unknown if the card is unidentified, or if it is unclear which of
/// its abilities is meant and they differ.
struct AbilityKeyword {
  bool known = true;
  bool has = false;
};
AbilityKeyword hasKeyword(const State& state, const Rules& rules, const AbilityKey& key, std::string_view name);

/// The ability that an event uses; a key of nothing if it uses none.
AbilityKey abilityUsed(const State& state, const EventContext& context);
/// The ability of a card by its number, from 1.
AbilityKey abilityKeyOf(const State& state, CardIndex card, std::uint16_t number);

}  // namespace docket
