// Cards with unknown texts: the record gives a key that no catalogue has, or no key, or the catalogue's author did not
// read the text, or only part of it. They are folded like all cards. While they are there, nothing that such a text
// could change is certain.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/state/state.h"

namespace docket {

/// True if a card has a key that no catalogue has; false if not even its key is known.
[[nodiscard]] bool isUndefined(const State& state, CardIndex card);

/// The key by which the record names such a card; empty for any other card.
[[nodiscard]] std::string_view undefinedKey(const State& state, CardIndex card);

/// A key that no catalogue has, and the number of cards of the game with it: at least 1, because a card that was
/// shuffled away still counts.
struct UndefinedKey {
  std::string_view key;  ///< valid as long as the state is
  std::uint32_t cards = 1;
};
/// All such keys, in the order in which the game introduced them.
[[nodiscard]] std::vector<UndefinedKey> undefinedKeys(const State& state);

/// The matters that a card's unread text, or the unread words in it, can be about: all of them if no catalogue has the
/// card; none if the text is fully known.
[[nodiscard]] Matters unreadMattersOf(const State& state, CardIndex card);
/// True if unread words of a card's text can be about a matter.
[[nodiscard]] inline bool isUnread(const State& state, CardIndex card, schema::Matter matter) {
  return unreadMattersOf(state, card).has(matter);
}
[[nodiscard]] inline bool isUnread(const State& state, CardIndex card, const Matters& matters) {
  return unreadMattersOf(state, card).hasAny(matters);
}

/// The matters of the unread words of a card in play; none for a card out of play. All matters for an unidentified
/// card, unless it is face-down and no text of the catalogue works face-down.
[[nodiscard]] Matters unreadInPlayOf(const State& state, const Rules& rules, const Card& card);

/// The first card in play with unread words that can be about one of the matters, or kNone: they can change computed
/// results and what others may do. Only reads a few counters if there is none (State::unread_in_play).
[[nodiscard]] CardIndex unreadInPlay(const State& state, const Rules& rules, const Matters& matters);
[[nodiscard]] inline CardIndex unreadInPlay(const State& state, const Rules& rules, schema::Matter matter) {
  return unreadInPlay(state, rules, Matters::of({matter}));
}

/// A card in play with unread words that can give another player control of `card`; kNone also for a card that is out
/// of play, where no trait takes it.
[[nodiscard]] CardIndex unreadOnController(const State& state, const Rules& rules, CardIndex card);

/// A card with unread words that can affect whether such events may happen: the card that they are about, one in play,
/// or one that was used this turn or earlier with lasting words; or kNone. `permit`: only words that can permit them.
[[nodiscard]] CardIndex unreadOnActs(const State& state, const Rules& rules, CardIndex act_card, PayloadSet acts,
                                     bool permit = false);

}  // namespace docket
