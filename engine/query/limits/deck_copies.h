// Counts the copies in a deck once for all users: the judge of the event that registers them, `explain`, and the check
// of a deck list. Cards count together if they agree in the keys of the limit; each group of copies is reported once.
// Linear in the number of cards.
// Invariant: the counts are those of limits.h for a card of the deck (readUsedCount), card by card.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/query/limits/limits.h"
#include "engine/query/tri_state.h"

namespace docket {

/// Copies of a card beyond a limit.
struct CopiesBeyond {
  ApplicableLimit limit;
  UseQuestion question;  ///< about the first of them; UseQuestion::coming: the count does not include it
  UsedCount count;       ///< the count of the others
  bool certain = true;   ///< false: something unknown decides whether there are too many
};

/// Whether a limit applies to decks of a format: yes for a limit on every format; undecided if a game does not give
/// its format.
TriState fitsFormat(const Limit& limit, const State& game);

/// True if an event registers a deck, or more of one, and copies in a deck are limited.
bool registersLimited(const Rules& rules, schema::Event::Reader event);

/// The cards that an event registered, in order.
std::vector<CardIndex> registeredBy(const State& after, schema::Event::DeckRegistered::Reader deck);

/// The copies in a player's deck (0: a deck without a player) that are too many in the game's format, in the order of
/// the limits and of the cards. `among`: only excess copies of these cards (in ascending order), with all cards that
/// count together with them; empty: of all cards.
std::vector<CopiesBeyond> copiesBeyond(const State& state, const Rules& rules, Seat player,
                                       std::span<const CardIndex> among = {});
/// The copies in a player's deck that are too many in the given format; empty: no format.
std::vector<CopiesBeyond> copiesBeyond(const State& state, const Rules& rules, Seat player, std::string_view format);

}  // namespace docket
