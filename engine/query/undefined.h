// Cards of which nobody knows what their texts say: a record gives a key that no catalogue has, or none at all, or the
// catalogue was made by somebody who did not read the text. They are folded like all cards. Whatever such a text could
// change is not certain while they are there.
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

/// Whether nobody read what a card's text says: no catalogue has it, or its definition is unread.
[[nodiscard]] bool isUnheard(const State& state, CardIndex card);

/// Whether a card is in play with a text that nobody knows and that can count where it lies: an unheard one, or one of
/// which nobody knows what it is. One of these that lies face-down says nothing, unless a text of the catalogue works
/// so.
[[nodiscard]] bool isUnheardInPlay(const State& state, const Rules& rules, const Card& card);

/// The first such card, or kNone: its text can change what is computed and what others may do. A look at one number
/// where there is none (State::unheard_in_play).
[[nodiscard]] CardIndex unheardInPlay(const State& state, const Rules& rules);

}  // namespace docket
