// Who can see a card, by its zone and by whether it is turned up; and who knows its identity, by what the record says
// was shown. The two differ: a player can know a card that is no longer visible.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// The mask of the seats that see a card in a zone; kEveryone, which includes spectators, if everybody does. `owner`:
/// the owner of the zone; for 0, none, cards that only the owner, or all but the owner, would see are seen by all.
/// `turned_up`: everyone sees the card. `seats`: the number of seats in the game.
std::uint8_t seatsThatSee(schema::Zone::SeenBy seen_by, Seat owner, bool turned_up, std::uint32_t seats);

/// True if a player sees a card's identity by its zone. Everyone sees a card that is turned up.
bool seesCard(const State& state, const Ruleset& ruleset, Seat player, CardIndex card);

/// True if the record says that a player learned a card's identity, and it has not been shuffled away since.
bool knowsCard(const State& state, Seat player, CardIndex card);

}  // namespace docket
