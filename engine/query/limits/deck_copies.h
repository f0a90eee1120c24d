// The copies in a deck, counted once for everybody who asks whether there are too many: the judge of the event that
// registers them, `explain`, the check of a deck list. Cards count together that agree in what their limit is keyed by;
// each group of copies is reported once. Linear in the cards.
// Invariant: what is counted here is what limits.h counts for a card of the deck (readCounter), card by card.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/query/limits/limits.h"

namespace docket {

/// Copies of a card beyond what a limit allows.
struct CopiesBeyond {
  AppliedLimit limit;
  UseQuestion question;    ///< about the first of them; UseQuestion::coming: the counter does not count it
  CounterReading counter;  ///< of the others
  bool certain = true;     ///< false: something unknown decides whether they are too many
};

/// Whether a limit is about decks of a format: yes for one of every format; perhaps where a game does not say its own.
enum class FormatFits : std::uint8_t { no, perhaps, yes };
FormatFits fitsFormat(const Limit& limit, const State& game);

/// Whether an event registers a deck, or goes on registering one, and copies in a deck are limited.
bool registersLimited(const Rules& rules, schema::Event::Reader event);

/// The cards that an event registered, in order.
std::vector<CardIndex> registeredBy(const State& after, schema::Event::DeckRegistered::Reader deck);

/// The copies in a player's deck (0: one that is nobody's) that are too many in the game's format, in the order of the
/// limits and of the cards. `among`: only what is too many of these cards (ascending), with all that count with them;
/// empty: of all.
std::vector<CopiesBeyond> copiesBeyond(const State& state, const Rules& rules, Seat player,
                                       std::span<const CardIndex> among = {});
/// The same as a deck of that format; empty: of none.
std::vector<CopiesBeyond> copiesBeyond(const State& state, const Rules& rules, Seat player, std::string_view format);

}  // namespace docket
