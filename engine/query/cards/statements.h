// What players were told of cards ("it is red"), kept apart from what the cards are: it can be false, and it can be
// told of cards that nobody knows. It is remembered until the card is shuffled away.
#pragma once

#include <string_view>

#include "engine/query/tri_state.h"
#include "engine/state/state.h"

namespace docket {

/// Whether a player, or with seat 0 anybody, was told something of a card.
struct StatementReading {
  TriState told = TriState::no;  ///< undecided: something was told of it, and the record does not say what
  EventNumber event = 0;         ///< by which it was, or may have been, told last
};
StatementReading readStatement(const State& state, Seat seat, CardIndex card, std::string_view words);

/// Whether it was told of that card.
bool isAbout(const Statement& said, CardIndex card);

/// Whether a player heard it: he was told, or he told it. Seat 0: anybody.
bool heard(const Statement& said, Seat seat);

/// What Statement::hash is of these words.
std::uint64_t hashOfStatement(std::string_view words);

}  // namespace docket
