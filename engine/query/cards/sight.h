// Who sees a card where it lies, by its zone and by whether it is turned up; and who knows what it is, by what the
// record says that was shown to him. The two are apart: a player can have seen what he sees no longer.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// The mask of the seats that see a card in a zone; spectators are among them where everybody is (kEveryone). `owner`:
/// whose zone it is, 0 nobody's: what would be seen by its owner, or by all but him, is seen by all then. `turned_up`:
/// what is turned up all see. `seats`: how many the game has.
std::uint8_t seatsThatSee(schema::Zone::SeenBy seen_by, Seat owner, bool turned_up, std::uint32_t seats);

/// Whether the zone of a card lets a player see what it is. A card that is turned up is seen by all.
bool seesCard(const State& state, const Ruleset& ruleset, Seat player, CardIndex card);

/// Whether the record says that a player came to know what a card is, and it has not been shuffled away since.
bool knowsCard(const State& state, Seat player, CardIndex card);

}  // namespace docket
