// Who sees a card where it lies, by its zone and by whether it is turned up; and who knows what it is, by what the
// record says that was shown to him. The two are apart: a player can have seen what he sees no longer.
#pragma once

#include "engine/state.h"

namespace docket {

/// The mask of all seats of a game but one: who sees what is kept from its owner alone. What has no owner all see.
constexpr std::uint8_t allSeatsBut(Seat owner, std::uint32_t seats) {
  return static_cast<std::uint8_t>(owner == 0 ? 0xFFU : ((1U << seats) - 1U) & ~(1U << (owner - 1U)));
}

/// Whether the zone of a card lets a player see what it is. A card that is turned up is seen by all.
bool seesCard(const State& state, const Ruleset& ruleset, Seat player, CardIndex card);

/// Whether the record says that a player came to know what a card is, and it has not been shuffled away since.
bool knowsCard(const State& state, Seat player, CardIndex card);

}  // namespace docket
