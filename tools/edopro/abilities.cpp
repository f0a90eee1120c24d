#include "tools/edopro/abilities.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace docket::edopro {
namespace {

constexpr unsigned kDescriptionBits = 20;
constexpr std::int32_t kNoDescription = -1;

/// Whether a zone that an ability names is the place, or a part of the place, where it was activated.
bool isAt(std::string_view zone, const Location& at) {
  const std::uint8_t place = static_cast<std::uint8_t>(at.place & ~kAttached);
  if (zone == zoneName(place)) return true;
  if (place == kMonsterZone) return zone == (at.sequence >= 5 ? "extra monster zone" : "main monster zone");
  if (place != kSpellZone) return false;
  if (zone == "field zone") return at.sequence == 5;
  if (zone == "pendulum zone") return at.sequence == 0 || at.sequence == 4;
  return zone == "spell and trap zone" && at.sequence != 5;
}

enum class Fit : std::uint8_t { no, unsaid, place };

Fit fitOf(const Ability& ability, const ActivationClue& clue) {
  if ((ability.designator == "card activation") != clue.card_activation) return Fit::no;
  if (clue.card_activation) return Fit::place;
  if (ability.zones.empty()) return Fit::unsaid;
  const bool here = std::any_of(ability.zones.begin(), ability.zones.end(),
                                [&](const std::string& zone) { return isAt(zone, clue.triggered); });
  return here ? Fit::place : Fit::no;
}

bool sameLimits(const Ability& a, const Ability& b) {
  return std::equal(a.limits.begin(), a.limits.end(), b.limits.begin(), b.limits.end(),
                    [](const LimitOf& x, const LimitOf& y) {
                      return x.limit == y.limit && x.max == y.max && x.group == y.group && x.title == y.title;
                    });
}

/// The abilities with that description that fit best.
std::vector<std::size_t> fitting(const Definition& definition, const ActivationClue& clue, std::int32_t description) {
  std::vector<std::size_t> best;
  Fit best_fit = Fit::no;
  for (std::size_t i = 0; i < definition.abilities.size(); ++i) {
    if (definition.abilities[i].description != description) continue;
    const Fit fit = fitOf(definition.abilities[i], clue);
    if (fit == Fit::no || fit < best_fit) continue;
    if (fit > best_fit) best.clear();
    best_fit = fit;
    best.push_back(i);
  }
  return best;
}

}  // namespace

std::uint16_t abilityOf(const Definition& definition, const ActivationClue& clue) {
  const auto system_string = static_cast<std::int32_t>(clue.description);
  std::int32_t description = clue.description == 0 ? kNoDescription : system_string;
  if (const std::uint64_t code = clue.description >> kDescriptionBits; code != 0) {
    if (code != clue.code) return kGivenAbility;
    description = static_cast<std::int32_t>(clue.description & ((1U << kDescriptionBits) - 1));
  }
  auto candidates = fitting(definition, clue, description);
  // Where the facts do not say which description an ability has, it may be this one.
  if (candidates.empty()) candidates = fitting(definition, clue, kNoDescription);
  if (candidates.empty()) return 0;
  const Ability& first = definition.abilities[candidates.front()];
  for (const std::size_t other : candidates) {
    if (!sameLimits(first, definition.abilities[other])) return 0;
  }
  return static_cast<std::uint16_t>(candidates.front() + 1);
}

}  // namespace docket::edopro
