#include "engine/derived/traits_that_apply.h"

#include <algorithm>
#include <range/v3/algorithm/none_of.hpp>

#include "engine/query/cards/card_text.h"

namespace docket {
namespace {

/// The beginning of the outermost period under way, such as the turn.
EventNumber outermostBegan(StateReader& reader) {
  const auto& kinds = reader.ruleset().periods;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].within == kUnbound) return reader.periods()[i].began;
  }
  return 0;
}

/// The traits that apply in a state.
class TraitCollector {
 public:
  TraitCollector(StateReader& reader, ApplicableTraits& applicable) : reader_(reader), applicable_(applicable) {}

  void gather() {
    for (const CardIndex card : reader_.cardsThatCanHaveTraits()) {
      const Definition* definition = reader_.definitionOfBearer(card);
      const bool can_apply = definition != nullptr && definition->continuous && !restsOutOfPlay(card, *definition);
      if (can_apply || reader_.isTraitGranted(card)) ofBearer(card);
    }
    for (const Entity subject : reader_.othersThatCanHaveTraits()) {
      if (reader_.isTraitGranted(subject)) ofBearer(subject);
    }
  }

 private:
  /// True if no continuous trait printed on a card applies where it is, as in a deck: applies() would be false for each
  /// of them.
  [[nodiscard]] bool restsOutOfPlay(CardIndex card, const Definition& definition) {
    const Ruleset& ruleset = reader_.ruleset();
    if (ruleset.zones[reader_.bearer(card).zone].in_play) return false;
    const auto names_zones = [](const Ability& ability) {
      return ability.kind == schema::Ability::Kind::CONTINUOUS && !ability.zones.empty();
    };
    return ranges::none_of(definition.abilities, names_zones) &&
           !ruleset.isOn(RuleSwitch::continuous_out_of_play_own_card);
  }

  void ofBearer(Entity bearer) {
    std::uint16_t place = 0;
    for (const TraitLine& line : reader_.traitsOf(bearer).lines) {
      ++place;
      if (!line.holds() || line.ability == nullptr || line.ability->kind != schema::Ability::Kind::CONTINUOUS) continue;
      ApplicableTrait one{.trait = {.bearer = bearer, .ability = line.ability}, .place = place};
      if (line.granted != kNone) {
        one.since = reader_.entry(line.granted).event;
        one.source = reader_.entry(line.granted).source;
      }
      if (reader_.isCard(bearer)) one.source = bearer;
      if (!reader_.isCard(bearer) || applies(reader_.bearer(bearer), *line.ability, one)) applicable_.push_back(one);
    }
  }

  bool applies(const Card& card, const Ability& ability, ApplicableTrait& one) {
    const Ruleset& ruleset = reader_.ruleset();
    const Zone& zone = ruleset.zones[card.zone];
    one.since = std::max(one.since, card.arrived);
    if (!ability.zones.empty()) {
      return isInAnyZone(ruleset, card, ability.zones) && isOnRequiredSide(ruleset, card, ability);
    }
    if (zone.in_play) {
      if (!isOnItsSide(ruleset, card, ability)) return false;  // a face-down card cannot be read
      const auto is_older = [&] { return one.since < outermostBegan(reader_); };
      return ruleset.isOn(RuleSwitch::continuous_while_in_play, is_older) || !is_older();
    }
    one.own_card_only = true;
    return ruleset.isOn(RuleSwitch::continuous_out_of_play_own_card);
  }

  StateReader& reader_;
  ApplicableTraits& applicable_;
};

}  // namespace

ApplicableTraits traitsThatApply(StateReader& reader) {
  ApplicableTraits applicable;
  TraitCollector(reader, applicable).gather();
  return applicable;
}

}  // namespace docket
