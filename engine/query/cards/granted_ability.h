// Abilities that are not printed on a card: given to a card or player by a ledger entry, or to every player by the
// rules. The record has only their name. The text is the one that the ruleset or the catalogue has under that name, or
// else the name itself: "Ninja Battle: Bow a Follower." Identical ones stack. The record does not say which of several
// copies a use was of, so a count is certain only as far as it holds for any assignment; ended copies are remembered
// for that (State::ended_grants).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/state/state.h"

namespace docket {

/// The known data of a granted ability.
struct GrantedAbility {
  const Ability* text = nullptr;                        ///< its text; null if no document has an ability of that name
  std::vector<std::string_view> keywords, designators;  ///< valid as long as the name and the documents
};
GrantedAbility grantedAbility(const Rules& rules, std::string_view name);

/// The ability with that name that the rules give to every player, or null.
const Ability* abilityOfPlayers(const Ruleset& ruleset, std::string_view name);

/// The trait with that name: the one in the rules, else that of the first card that has one; or null.
const Ability* traitNamed(const Rules& rules, std::string_view name);

/// The number by which an obligation refers to a granted trait: the record's number for its name. A trait that only
/// continuous traits give may have a name that no event uses: its number is then counted down from the greatest, by its
/// place among the named traits of the documents. 0: no document has it.
NameNumber numberOfGrantedTrait(const State& state, const Rules& rules, std::string_view name);
/// The name with such a number.
std::string_view nameOfGrantedTrait(const State& state, const Rules& rules, NameNumber number);

/// Identifies an ability: of a card or, without one, of a player; by its number on the card or by its name.
struct AbilityKey {
  CardIndex card = kNone;
  Seat player = 0;
  std::uint32_t definition = 0;
  std::uint16_t number = 0;  ///< from 1 in the definition; 0: `name` gives it, or it is unknown
  std::string_view name{};   ///< the name of a granted one; empty: `number` gives it
  [[nodiscard]] bool isKnown() const { return number != 0 || !name.empty(); }
};

/// The text of an ability; null if no document has it.
const Ability* textOf(const State& state, const Rules& rules, const AbilityKey& key);

/// True if two keys refer to the same ability of the same card: a printed one can also be referred to by name.
bool isSameAbility(const State& state, const AbilityKey& one, const AbilityKey& other);

/// True if its card or player certainly has it: it is printed, given or from the rules, and not removed.
bool hasAbility(const State& state, const Rules& rules, const AbilityKey& key);

/// True if its card or player has certainly lost it.
bool isLost(const State& state, const Rules& rules, const AbilityKey& key);

/// The number of identical copies of the ability that its card or player has: printed, from the rules and given,
/// without those removed.
std::int32_t copiesOf(const State& state, const Rules& rules, const AbilityKey& key);

/// For uses of an ability with copies, at these events (oldest first): the least and the greatest number of them that
/// can have been of copies that it still has. Empty if no copy has ended.
struct UsesOfCopies {
  std::int32_t least = 0, most = 0;
};
std::optional<UsesOfCopies> usesOfCopies(const State& state, const Rules& rules, const AbilityKey& key,
                                         const std::vector<EventNumber>& uses);

}  // namespace docket
