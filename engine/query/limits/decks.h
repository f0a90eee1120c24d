// Decks: whether what a player brings is what the ruleset asks of a deck of a format: its conditions, what it requires
// of the event that registers one, and the limits that count copies in a deck (deck_copies.h, as the judge counts
// them). Asked of a state in which nothing but decks was registered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/query/tri_state.h"
#include "engine/rules/expression/value.h"
#include "engine/state/state.h"

namespace docket {

/// What the rules have against a deck.
struct DeckFinding {
  std::string clause;
  std::string gist;             ///< of a condition that does not hold: what is wrong, in the ruleset's words
  LimitIndex limit = kUnbound;  ///< of too many copies: the limit
  CardIndex card = kNone;       ///< the first of them
  std::int32_t copies = 0, max = 0;
  const Requirement* asked = nullptr;     ///< of what is required of its registering: the requirement
  bool certain = true;                    ///< false: something unknown decides
  std::vector<expression::Reason> why{};  ///< of a condition of which that is so: what

  /// Whether it is about the whole deck: the judge has nothing of it, because an event may register a part.
  [[nodiscard]] bool isOfWholeDeck() const { return limit == kUnbound && asked == nullptr; }
};

/// What the rules have against the cards of a player, as a deck of that format: conditions in the ruleset's order, then
/// requirements, then limits, each card that is too often there once. Empty: the deck is legal.
std::vector<DeckFinding> checkDeck(const State& registered, const Rules& rules, Seat player, std::string_view format);

/// Whether a rule here is about decks of that format. Of others nobody has judged anything: that nothing was found
/// against one makes it no legal one.
bool speaksOfDecks(const Rules& rules, std::string_view format);

/// Whether a deck of that format is legal, of which that was found: it is not where something certain is against it;
/// not known where what is against it depends on something unknown, or nothing is and no rule here is about such decks.
TriState isLegalDeck(const std::vector<DeckFinding>& findings, const Rules& rules, std::string_view format);

/// The formats that the ruleset's rules of decks speak of, in order.
std::vector<std::string> formatsOf(const Ruleset& ruleset);

}  // namespace docket
