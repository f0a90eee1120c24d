// Checks a deck against the ruleset's rules for a format: its conditions, the requirements on the event that registers
// it, and the limits that count copies in a deck (deck_copies.h, as the judge counts them). Evaluated in a state in
// which only decks were registered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/query/tri_state.h"
#include "engine/rules/expression/value.h"
#include "engine/state/state.h"

namespace docket {

/// A violation of the deck rules.
struct DeckFinding {
  std::string clause;
  std::string gist;             ///< for a condition that does not hold: the problem, in the ruleset's words
  LimitIndex limit = kUnbound;  ///< for too many copies: the limit
  CardIndex card = kNone;       ///< the first of the copies
  std::int32_t copies = 0, max = 0;
  const Requirement* requirement = nullptr;  ///< for an unmet requirement on the registration: the requirement
  bool certain = true;                       ///< false: something unknown decides
  std::vector<expression::Reason> why{};     ///< the reasons, for a condition that something unknown decides

  /// True if it is about the whole deck: the judge does not report it, because an event may register only a part.
  [[nodiscard]] bool isOfWholeDeck() const { return limit == kUnbound && requirement == nullptr; }
};

/// The violations by a player's cards as a deck of that format: conditions in the ruleset's order, then requirements,
/// then limits, with each excess card once. Empty: no violation.
std::vector<DeckFinding> checkDeck(const State& registered, const Rules& rules, Seat player, std::string_view format);

/// True if a rule here is about decks of that format. Decks of other formats are not judged: no finding does not make
/// them legal.
bool hasDeckRules(const Rules& rules, std::string_view format);

/// Whether a deck of that format with these findings is legal: `no` if a finding is certain; undecided if findings
/// depend on something unknown, or if there are none and no rule here is about such decks.
TriState isLegalDeck(const std::vector<DeckFinding>& findings, const Rules& rules, std::string_view format);

/// The formats in the ruleset's deck rules, in order.
std::vector<std::string> formatsOf(const Ruleset& ruleset);

}  // namespace docket
