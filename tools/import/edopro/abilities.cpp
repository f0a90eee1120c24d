#include "tools/import/edopro/abilities.h"

#include <algorithm>
#include <optional>

#include "tools/import/edopro/script_effects.h"

namespace docket::edopro {
namespace {

constexpr unsigned kDescriptionBits = 20;
constexpr std::int32_t kNoDescription = -1;

/// True if a zone that an ability names is the place, or a part of the place, where it was activated.
bool isAt(std::string_view zone, const Location& at) {
  const std::uint8_t place = static_cast<std::uint8_t>(at.place & ~kAttached);
  if (zone == zoneName(place)) return true;
  if (place == kMonsterZone) return zone == (at.sequence >= 5 ? "extra monster zone" : "main monster zone");
  if (place != kSpellZone) return false;
  if (zone == "field zone") return at.sequence == 5;
  if (zone == "pendulum zone") return at.sequence == 0 || at.sequence == 4;
  return zone == "spell and trap zone" && at.sequence != 5;
}

/// True if it can be that ability, by its kind, and by where and when it was activated.
bool fits(const Ability& ability, const ActivationClue& clue) {
  if (ability.kind == schema::Ability::Kind::CONTINUOUS) return false;
  if ((ability.designator == "card activation") != clue.card_activation) return false;
  return clue.card_activation || ability.zones.empty() ||
         std::any_of(ability.zones.begin(), ability.zones.end(),
                     [&](const std::string& zone) { return isAt(zone, clue.triggered); });
}

/// True if all limits count a use of the one as a use of the other.
bool isCountedAs(const Ability& a, const Ability& b, const Ruleset& ruleset) {
  if (a.doubtful != b.doubtful) return false;
  return std::equal(a.limits.begin(), a.limits.end(), b.limits.begin(), b.limits.end(),
                    [&](const LimitOf& x, const LimitOf& y) {
                      return x.limit == y.limit && x.max == y.max && x.group == y.group && x.title == y.title &&
                             !ruleset.limits[x.limit].keyed(schema::Limit::Key::ABILITY);
                    });
}

/// Picks the ability with this description number that fits the clue; empty if none does.
std::optional<ActivatedAbility> among(const Definition& definition, const Ruleset& ruleset, const ActivationClue& clue,
                                      std::int32_t description) {
  std::optional<ActivatedAbility> found;
  const Ability* first = nullptr;
  bool one_counter = true;
  for (std::size_t i = 0; i < definition.abilities.size(); ++i) {
    const Ability& ability = definition.abilities[i];
    if (ability.description != description || !fits(ability, clue)) continue;
    if (!clue.ignitable && ability.designator == "ignition effect") continue;
    if (first == nullptr) {
      first = &ability;
      found = {.number = static_cast<std::uint16_t>(i + 1),
               .designator = ability.designator,
               .is_inferred = description == kNoScript};
    } else {
      one_counter = one_counter && isCountedAs(*first, ability, ruleset);
      if (ability.designator != found->designator) found->designator = {};
      found->is_inferred = false;
    }
  }
  if (!one_counter) found->number = 0;
  return found;
}

}  // namespace

ActivatedAbility abilityOf(const Definition& definition, const Ruleset& ruleset, const ActivationClue& clue) {
  const auto system_string = static_cast<std::int32_t>(clue.description);
  std::int32_t description = clue.description == 0 ? kNoDescription : system_string;
  if (const std::uint64_t code = clue.description >> kDescriptionBits; code != 0) {
    constexpr unsigned kOldBits = 4;  // older clients have fewer bits for the index
    const bool is_old = code != clue.code && clue.description >> kOldBits == clue.code;
    if (code != clue.code && !is_old) return {.number = kGrantedAbility};
    const unsigned bits = is_old ? kOldBits : kDescriptionBits;
    description = static_cast<std::int32_t>(clue.description & ((1U << bits) - 1));
  }
  auto found = among(definition, ruleset, clue, description);
  // The number says nothing about a card that was read without its script.
  if (!found) found = among(definition, ruleset, clue, kNoScript);
  return found.value_or(ActivatedAbility{});
}

}  // namespace docket::edopro
