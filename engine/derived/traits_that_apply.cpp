#include "engine/derived/traits_that_apply.h"

#include <algorithm>
#include <range/v3/algorithm/none_of.hpp>
#include <range/v3/algorithm/sort.hpp>

#include "engine/query/cards/card_text.h"
#include "engine/query/cards/traits.h"

namespace docket {
namespace {

using schema::Change;

/// The beginning of the outermost period under way, such as the turn.
EventNumber outermostBegan(const State& state, const Ruleset& ruleset) {
  for (std::size_t i = 0; i < ruleset.periods.size(); ++i) {
    if (ruleset.periods[i].within == kUnbound) return state.periods[i].began;
  }
  return 0;
}

/// The traits that apply in a state.
class TraitCollector {
 public:
  TraitCollector(const State& state, const Rules& rules, ApplicableTraits& applicable)
      : state_(state), rules_(rules), applicable_(applicable) {}

  void gather() {
    const bool grants = state_.computed != nullptr && state_.computed->grant_traits;
    for (const CardIndex i : grants ? state_.sets.anywhere() : state_.sets.bearing()) {
      const Card& card = state_.cards[i];
      const Definition* definition = state_.definitionOf(card);
      const bool can_apply = definition != nullptr && definition->continuous && !restsOutOfPlay(card, *definition);
      if (can_apply || isGranted(i)) ofBearer(i);
    }
    boost::container::small_vector<Entity, 16> others;
    for (const auto& [subject, first] : state_.other_subjects) others.push_back(subject);
    if (state_.computed != nullptr) {
      for (const auto& [subject, first] : state_.computed->by_subject) {
        if (!state_.isCard(subject)) others.push_back(subject);
      }
    }
    ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const Entity subject : others) {
      if (isGranted(subject)) ofBearer(subject);
    }
  }

 private:
  /// True if no continuous trait printed on a card applies where it is, as in a deck: applies() would be false for each
  /// of them. If footprints are recorded, all are evaluated, because each evaluation is noted.
  [[nodiscard]] bool restsOutOfPlay(const Card& card, const Definition& definition) const {
    const Ruleset& ruleset = rules_.ruleset;
    if (ruleset.consulted != nullptr || ruleset.zones[card.zone].in_play) return false;
    if (ruleset.isOnUnnoted(RuleSwitch::continuous_out_of_play_own_card)) return false;
    return ranges::none_of(definition.abilities, [](const Ability& ability) {
      return ability.kind == schema::Ability::Kind::CONTINUOUS && !ability.zones.empty();
    });
  }

  [[nodiscard]] bool isGranted(Entity subject) const {
    for (const EntryIndex i : state_.about(subject)) {
      if (state_.entry(i).kind == Change::Kind::GRANT_TRAIT) return true;
    }
    return false;
  }

  void ofBearer(Entity bearer) {
    std::uint16_t place = 0;
    for (const TraitLine& line : readTraits(state_, rules_, bearer).lines) {
      ++place;
      if (!line.holds() || line.ability == nullptr || line.ability->kind != schema::Ability::Kind::CONTINUOUS) continue;
      ApplicableTrait one{.trait = {.bearer = bearer, .ability = line.ability}, .place = place};
      if (line.granted != kNone) {
        one.since = state_.entry(line.granted).event;
        one.source = state_.entry(line.granted).source;
      }
      if (state_.isCard(bearer)) one.source = bearer;
      if (!state_.isCard(bearer) || applies(state_.cards[bearer], *line.ability, one)) applicable_.push_back(one);
    }
  }

  bool applies(const Card& card, const Ability& ability, ApplicableTrait& one) const {
    const Ruleset& ruleset = rules_.ruleset;
    const Zone& zone = ruleset.zones[card.zone];
    one.since = std::max(one.since, card.arrived);
    if (!ability.zones.empty()) {
      return isInAnyZone(ruleset, card, ability.zones) && isOnRequiredSide(ruleset, card, ability);
    }
    if (zone.in_play) {
      if (!isOnItsSide(ruleset, card, ability)) return false;  // a face-down card cannot be read
      const auto is_older = [&] { return one.since < outermostBegan(state_, ruleset); };
      return ruleset.isOn(RuleSwitch::continuous_while_in_play, is_older) || !is_older();
    }
    one.own_card_only = true;
    return ruleset.isOn(RuleSwitch::continuous_out_of_play_own_card);
  }

  const State& state_;
  Rules rules_;
  ApplicableTraits& applicable_;
};

}  // namespace

ApplicableTraits traitsThatApply(const State& state, const Rules& rules) {
  ApplicableTraits applicable;
  TraitCollector(state, rules, applicable).gather();
  return applicable;
}

}  // namespace docket
