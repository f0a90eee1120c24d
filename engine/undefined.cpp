#include "engine/undefined.h"

#include <algorithm>

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

std::vector<UndefinedKey> undefinedKeys(const State& state) {
  const Definitions& definitions = *state.definitions;
  std::vector<std::uint32_t> cards(definitions.known.size());
  for (const Card& card : state.cards) ++cards[card.definition];
  std::vector<UndefinedKey> all;
  for (std::size_t i = 1; i < definitions.known.size(); ++i) {
    if (definitions.known[i] != nullptr) continue;
    all.push_back({.key = definitions.named[i]->key, .cards = std::max<std::uint32_t>(cards[i], 1)});
  }
  return all;
}

bool isUnheard(const State& state, CardIndex card) {
  if (isUndefined(state, card)) return true;
  if (state.definitions->unread == 0 || !state.isCard(card)) return false;
  const Definition* known = state.definitionOf(state.cards[card]);
  return known != nullptr && known->unread;
}

CardIndex unheardInPlay(const State& state, const Ruleset& ruleset) {
  if (state.definitions->undefined + state.definitions->unread == 0) return kNone;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    const Card& one = state.cards[card];
    if (one.exists() && ruleset.zones[one.zone].in_play && isUnheard(state, card)) return card;
  }
  return kNone;
}

CardIndex unheardIn(const State& before, const Rules& rules, schema::Event::Reader event) {
  if (before.definitions->undefined + before.definitions->unread == 0) return kNone;
  const CardIndex own = readHappening(before, rules, event).card;
  return isUnheard(before, own) ? own : unheardInPlay(before, rules.ruleset);
}

}  // namespace docket
