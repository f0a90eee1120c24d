// Cards of which a record gives a key that no catalogue has, and nothing else: they are folded like all cards, and what
// their texts say nobody knows. Whatever such a text could change is not certain while they are there.
#pragma once

#include <string_view>

#include "engine/state.h"

namespace docket {

/// Whether a card is one of them; false for one of which not even the key is known.
[[nodiscard]] bool isUndefined(const State& state, CardIndex card);

/// The key by which the record names such a card; empty for any other.
[[nodiscard]] std::string_view undefinedKey(const State& state, CardIndex card);

/// The first such card that is in play, or kNone: its text can change what is computed and what others may do.
[[nodiscard]] CardIndex undefinedInPlay(const State& state, const Ruleset& ruleset);

/// A card without a definition whose text can forbid or bound what an event does: its own, or one in play; or kNone.
[[nodiscard]] CardIndex unheardIn(const State& before, const Rules& rules, schema::Event::Reader event);

}  // namespace docket
