// Cards of which nobody knows what their texts say: a record gives a key that no catalogue has, or none at all, or the
// catalogue was made by somebody who did not read the text, or not all of it. They are folded like all cards. Whatever
// such words could change is not certain while they are there.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/state/state.h"

namespace docket {

/// Whether a card has a key that no catalogue has; false for one of which not even the key is known.
[[nodiscard]] bool isUndefined(const State& state, CardIndex card);

/// The key by which the record names such a card; empty for any other.
[[nodiscard]] std::string_view undefinedKey(const State& state, CardIndex card);

/// A key that no catalogue has, and how many cards of the game have it: at least 1, as one that was shuffled away since
/// is a card all the same.
struct UndefinedKey {
  std::string_view key;  ///< valid as long as the state is
  std::uint32_t cards = 1;
};
/// All of them, in the order in which the game brought them.
[[nodiscard]] std::vector<UndefinedKey> undefinedKeys(const State& state);

/// What a card's text, or words of it, that nobody read can be about: anything where no catalogue has it; nothing where
/// all of it is known.
[[nodiscard]] Matters unheardOf(const State& state, CardIndex card);
/// Whether a card's text can be about a matter in words that nobody read.
[[nodiscard]] inline bool isUnheard(const State& state, CardIndex card, schema::Matter matter) {
  return unheardOf(state, card).has(matter);
}
[[nodiscard]] inline bool isUnheard(const State& state, CardIndex card, const Matters& matters) {
  return unheardOf(state, card).hasAny(matters);
}

/// The same of a card that is in play, whose text counts where it lies: of one that is unheard, or of which nobody
/// knows what it is. One of these that lies face-down says nothing, unless a text of the catalogue works so.
[[nodiscard]] Matters unheardInPlayOf(const State& state, const Rules& rules, const Card& card);

/// The first card in play with unread words that can be about one of the matters, or kNone: they can change what is
/// computed and what others may do. A look at a few numbers where there is none (State::unheard_in_play).
[[nodiscard]] CardIndex unheardInPlay(const State& state, const Rules& rules, const Matters& matters);
[[nodiscard]] inline CardIndex unheardInPlay(const State& state, const Rules& rules, schema::Matter matter) {
  return unheardInPlay(state, rules, Matters::of({matter}));
}

/// A card with unread words that can say whether such events may happen: the card that they are about, one in play, or
/// one that was used this turn, or before with words that last; or kNone.
[[nodiscard]] CardIndex unheardOnActs(const State& state, const Rules& rules, CardIndex of, ActSet acts);

}  // namespace docket
