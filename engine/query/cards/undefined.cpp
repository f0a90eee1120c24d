#include "engine/query/cards/undefined.h"

#include <algorithm>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/query/cards/traits.h"

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

Matters unreadMattersOf(const State& state, CardIndex card) {
  if (isUndefined(state, card)) return Matters::all();
  if (state.definitions->unread == 0 || !state.isCard(card)) return {};
  const Definition* known = state.definitionOf(state.cards[card]);
  return known != nullptr ? known->unread : Matters{};
}

Matters unreadInPlayOf(const State& state, const Rules& rules, const Card& card) {
  if (!card.exists() || !rules.ruleset.zones[card.zone].in_play) return {};
  const Definition* known = state.definitionOf(card);
  if (known != nullptr) return known->unread;
  const bool speaks = card.definition != 0 || card.face != Facing::down || rules.catalogue.works_face_down;
  return speaks ? Matters::all() : Matters{};
}

CardIndex unreadInPlay(const State& state, const Rules& rules, const Matters& matters) {
  if (!countsAny(state.unread_in_play, matters)) return kNone;
  const auto found = ranges::find_if(
      state.cards, [&](const Card& card) { return unreadInPlayOf(state, rules, card).hasAny(matters); });
  if (found != state.cards.end()) return static_cast<CardIndex>(found - state.cards.begin());
  CardIndex given = kNone;
  state.entries.forEach([&](EntryIndex, const Entry& entry) {
    if (given == kNone && isUnreadGrant(state, rules, entry)) given = entry.subject;
  });
  return given;
}

CardIndex unreadOnController(const State& state, const Rules& rules, CardIndex card) {
  if (!state.isCard(card) || !rules.ruleset.zones[state.cards[card].zone].in_play) return kNone;
  return unreadInPlay(state, rules, schema::Matter::CONTROL);
}

CardIndex unreadOnActs(const State& state, const Rules& rules, CardIndex act_card, PayloadSet acts, bool permit) {
  using M = schema::Matter;
  Matters anywhere, itself, used;
  const auto add = [&](Matters& matters, M matter) {
    matters.add(matter, acts);
    if (!permit) matters.add(prohibitionOf(matter), acts);
  };
  add(anywhere, M::PERMISSIONS);
  add(itself, M::OWN_PERMISSIONS);
  add(used, M::USED_PERMISSIONS);
  add(used, M::LATER_PERMISSIONS);
  Matters lasting;
  add(lasting, M::LATER_PERMISSIONS);
  if (isUnread(state, act_card, anywhere | itself)) return act_card;
  if (const CardIndex card = unreadInPlay(state, rules, anywhere); card != kNone) return card;
  if (state.definitions->undefined + state.definitions->unread == 0) return kNone;
  for (std::size_t i = 0; i < state.uses.size(); ++i) {
    const Definition* known = state.definitions->known[state.uses[i].definition];
    // Of a use that outlived its turn only what lasts longer is left.
    if (known != nullptr && known->unread.hasAny(i < state.uses_kept ? lasting : used)) return state.uses[i].card;
  }
  return kNone;
}

}  // namespace docket
