// Abilities that are none of those printed on a card: given to a card or to a player by a change of the ledger, or to
// every player by the rules. Their name is all that a record has of them. What one says is what the ruleset or the
// catalogue has under that name, else what stands in the name itself: "Ninja Battle: Bow a Follower."
// Identical ones stack. Which of several copies a use was of no record says, so what is certain of a counter is what
// holds however they are told apart; copies that have ended since are remembered for that (State::ended_grants).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/state/state.h"

namespace docket {

/// What is known of a given ability.
struct GivenAbility {
  const Ability* text = nullptr;  ///< what it says; null where no document has an ability of that name
  std::vector<std::string_view> keywords, designators;  ///< they live as long as the name and the documents do
};
GivenAbility givenAbility(const Rules& rules, std::string_view name);

/// The ability that the rules give to every player under that name, or null.
const Ability* abilityOfPlayers(const Ruleset& ruleset, std::string_view name);

/// What is known of a trait that was given, by its name: what the rules call so, else the trait of the first card that
/// has one; or null.
const Ability* traitNamed(const Rules& rules, std::string_view name);

/// Which ability something is about: of a card, or (without one) of a player; by its number on the card or by its name.
struct AbilityKey {
  CardIndex card = kNone;
  Seat player = 0;
  std::uint32_t definition = 0;
  std::uint16_t number = 0;  ///< from 1 in the definition; 0: `name` says it, or it is not known
  std::string_view name{};   ///< of one that was given; empty: `number` says it
  [[nodiscard]] bool isKnown() const { return number != 0 || !name.empty(); }
};

/// What the ability says; null where no document says it.
const Ability* textOf(const State& state, const Rules& rules, const AbilityKey& key);

/// Whether two keys are of one ability of one card: a printed one can be meant by its name too.
bool isSameAbility(const State& state, const AbilityKey& one, const AbilityKey& other);

/// Whether its card or player certainly has it: it is printed, of the rules or given, and not taken away.
bool isHad(const State& state, const Rules& rules, const AbilityKey& key);

/// Whether its card or player certainly does not have it any more: it was taken away.
bool isLost(const State& state, const Rules& rules, const AbilityKey& key);

/// How many identical copies of the ability its card or player has: those printed, those of the rules and those given,
/// without those taken away.
std::int32_t copiesOf(const State& state, const Rules& rules, const AbilityKey& key);

/// Of the uses of an ability with copies, at these events (the oldest first), how many can have been of copies that it
/// still has, at least and at most. Nothing where no copy has ended.
struct UsesOfCopies {
  std::int32_t least = 0, most = 0;
};
std::optional<UsesOfCopies> usesOfCopies(const State& state, const Rules& rules, const AbilityKey& key,
                                         const std::vector<EventNumber>& uses);

}  // namespace docket
