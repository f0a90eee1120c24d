#include "engine/undefined.h"

#include "engine/happening.h"

namespace docket {

bool isUndefined(const State& state, CardIndex card) {
  if (state.definitions->undefined == 0 || !state.isCard(card)) return false;
  const std::uint32_t definition = state.cards[card].definition;
  return definition != 0 && state.definitions->known[definition] == nullptr;
}

std::string_view undefinedKey(const State& state, CardIndex card) {
  return isUndefined(state, card) ? std::string_view(state.definitions->named[state.cards[card].definition]->key)
                                  : std::string_view{};
}

CardIndex undefinedInPlay(const State& state, const Ruleset& ruleset) {
  if (state.definitions->undefined == 0) return kNone;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    const Card& one = state.cards[card];
    if (one.exists() && ruleset.zones[one.zone].in_play && isUndefined(state, card)) return card;
  }
  return kNone;
}

CardIndex unheardIn(const State& before, const Rules& rules, schema::Event::Reader event) {
  if (before.definitions->undefined == 0) return kNone;
  const CardIndex own = readHappening(before, rules, event).card;
  return isUndefined(before, own) ? own : undefinedInPlay(before, rules.ruleset);
}

}  // namespace docket
