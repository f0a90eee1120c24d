#include "engine/query/cards/played_cards.h"

#include <range/v3/view/reverse.hpp>

namespace docket {

EventNumber playedToUnrecordedPlace(const State& state, const Ruleset& ruleset, CardIndex card) {
  const Card& of = state.cards[card];
  if (!of.exists() || !ruleset.zones[of.zone].hides()) return 0;
  for (const Use& use : state.uses | ranges::views::reverse) {
    if (use.event <= of.arrived) break;
    if (use.card == card && use.counted == schema::Limit::Counted::PLAYS) return use.event;
  }
  return 0;
}

std::vector<CardIndex> cardsInUnrecordedPlaces(const State& state, const Ruleset& ruleset) {
  std::vector<CardIndex> cards;
  for (const Use& use : state.uses) {
    const bool plays = use.counted == schema::Limit::Counted::PLAYS && use.card != kNone;
    if (plays && playedToUnrecordedPlace(state, ruleset, use.card) == use.event) cards.push_back(use.card);
  }
  return cards;
}

}  // namespace docket
