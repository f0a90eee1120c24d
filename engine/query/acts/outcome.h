// The winners of the game: the ruleset's win rules and the terms on cards (a mission's), evaluated after each event. A
// win by terms follows from the events and is never recorded; the recorded end is compared with it (judge.h).
#pragma once

#include <optional>
#include <vector>

#include "engine/query/acts/read_event.h"
#include "engine/state/state.h"
#include "engine/state/validity.h"

namespace docket {

/// The players that an event of that kind names as winners.
[[nodiscard]] Seats winnersIn(schema::Event::GameEnded::Reader ended);

/// The result of the win rules after an event.
struct Decision {
  std::optional<Win> win;  ///< by the first rule that holds; the caller sets its `event`
  bool undecided = false;  ///< something unknown decides whether an earlier rule holds, or who has won by it
};
/// `ended`: the kinds of periods that ended with the event, one bit each. `not_won`: cached, for each rule, that no
/// player has won by it; this call updates it.
Decision decideOutcome(const State& after, const Rules& rules, const EventContext& context, std::uint32_t ended,
                       std::vector<Validity>& not_won);

/// True if a rule is evaluated for events of a kind or at the end of a period, rather than for every state.
inline bool isAskedOfEvents(const WinRule& rule) { return rule.on.which.has_value() || rule.at_end_of != kUnbound; }

/// What remains of a win by a rule that is evaluated for events, in the state after a later, simultaneous event.
Win remainingWin(const State& after, const Rules& rules, const Win& win);

/// The end of the game, as far as it is known: from the record, else from the rules.
struct GameEnd {
  bool over = false;
  bool known = true;              ///< false: something unknown decides whether a player had already won
  Seats winners = 0;              ///< empty: none, or as `everybody` says
  schema::Everybody everybody{};  ///< all players have won, or lost
  EventNumber event = 0;          ///< the event that records the end, or after which the rules gave it
  const WinRule* rule = nullptr;  ///< the rule that gives it; null: the record gives it
};
GameEnd gameEndOf(const State& state, const Rules& rules);

/// True if no end is recorded and the ruleset has no win rule, so that it is unknown whether the game is over.
[[nodiscard]] bool isGameEndUnknown(const GameEnd& end, const Rules& rules);

/// True if a player has won, alone or with others; true if a player has lost, to other players or with all. Both are
/// false if no player has won or lost.
bool hasWon(const GameEnd& end, Seat player);
bool hasLost(const GameEnd& end, Seat player);

/// The rule of a computed win, or null.
const WinRule* ruleOf(const State& state, const Rules& rules);

}  // namespace docket
