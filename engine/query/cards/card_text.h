// What a text box says of itself: which ability or trait a number is, as what it counts, which keywords it has, from
// where it triggers and whether it must. Readings of definitions (ability.h) under a ruleset; obligations.h has what
// follows from them for a record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/query/acts/read_event.h"
#include "engine/query/cards/given_ability.h"
#include "engine/state/state.h"

namespace docket {

/// Ability or trait `number`, from 1, of a definition; null where it is not known what the card is or it has no such.
const Ability* abilityOf(const State& state, std::uint32_t definition, std::uint16_t number);

/// Whether an ability is used as, and counts as, one with this designator.
bool countsAs(const Ability& ability, std::string_view designator);

/// Whether a card that exists lies in one of these, zones or parts of zones by their names.
bool liesIn(const Ruleset& ruleset, const Card& card, const std::vector<std::string>& zones);

/// Whether a card lies on the side on which an ability of it is said to work, or face-up where that is not said. Out of
/// play it has no side that counts.
bool isOnItsSide(const Ruleset& ruleset, const Card& card, const Ability& ability);
/// The same where the ability says a side; true where it says none.
bool isOnSaidSide(const Ruleset& ruleset, const Card& card, const Ability& ability);

/// Whether a trait triggers from where its card is: a place where traits do, or one that it names.
bool triggersFrom(const Rules& rules, const Ability& trait, const Card& card);

/// Whether a trait (or an ability that answers a trigger) may be left undone.
bool mayBeLeft(const Rules& rules, const Ability& trait);

/// Whether an ability or trait has a keyword: of its own or, where the ruleset gives it those, of its card. A keyword
/// that the card only has through one of its abilities is not among them. Not known where it is not what the card is,
/// or not which of its abilities is meant and they differ.
struct AbilityKeyword {
  bool known = true;
  bool has = false;
};
AbilityKeyword hasKeyword(const State& state, const Rules& rules, const AbilityKey& key, std::string_view name);

/// The ability that an event uses; one that uses none has a key of nothing.
AbilityKey abilityUsed(const State& state, const EventContext& happening);
/// The ability of a card by its number, from 1.
AbilityKey abilityKey(const State& state, CardIndex card, std::uint16_t number);

}  // namespace docket
