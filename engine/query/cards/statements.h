// Statements to players about cards ("it is red"), kept apart from the cards' identities: a statement can be false, and
// can be about unidentified cards. It is kept until the card is shuffled away.
#pragma once

#include <string_view>

#include "engine/query/tri_state.h"
#include "engine/state/state.h"

namespace docket {

/// Whether a player, or with seat 0 anybody, was told something about a card.
struct StatementReading {
  TriState told = TriState::no;  ///< undecided: something was said about it, but the record does not say what
  EventNumber event = 0;         ///< the latest event that told it, or may have
};
StatementReading readStatement(const State& state, Seat seat, CardIndex card, std::string_view words);

/// True if the statement is about that card.
bool isAbout(const Statement& statement, CardIndex card);

/// True if a player heard or made the statement. Seat 0: anybody.
bool hasHeard(const Statement& statement, Seat seat);

/// The Statement::hash of these words.
std::uint64_t hashOfStatement(std::string_view words);

}  // namespace docket
