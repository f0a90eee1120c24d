// Who has won: the ruleset's rules of winning and the terms on cards (a mission's), asked after each event. A win by
// terms follows from what happened and is never recorded; what the record says of the end is held against it (judge.h).
#pragma once

#include <optional>
#include <vector>

#include "engine/query/acts/read_event.h"
#include "engine/state/state.h"

namespace docket {

/// What the rules of winning come to after an event.
struct Decision {
  std::optional<Won> won;  ///< by the first rule that holds; its `event` is the caller's matter
  bool undecided = false;  ///< something unknown decides whether an earlier one holds, or who has won by it
};
/// `ended`: the periods of which one has ended with the event, a bit each. `not_won`: by rule, that it is known that
/// nobody has won by it, from what has not changed since; it is brought up to date.
Decision decideOutcome(const State& after, const Rules& rules, const EventContext& happening, std::uint32_t ended,
                       Validities& not_won);

/// Whether a rule is asked of events of a kind or at the end of a period, and not of each state alike.
inline bool isAskedOfEvents(const WinRule& rule) { return rule.on.which.has_value() || rule.at_end_of != kUnbound; }

/// Whether somebody who has won by a rule that is asked of events has still won, in the state that a later event leaves
/// which happens at the same time.
bool winsStill(const State& after, const Rules& rules, const Won& won);

/// The end of the game, as far as it is known: what the record says, else what the rules give.
struct End {
  bool over = false;
  bool known = true;              ///< false: something unknown decides whether somebody had won before
  Seat winner = 0;                ///< 0 nobody, or all as `everybody` says
  schema::Everybody everybody{};  ///< all players have won, or lost
  EventNumber event = 0;          ///< the event that says it, or after which the rules gave it
  const WinRule* rule = nullptr;  ///< by which the rules give it; null: the record says it
};
End endOf(const State& state, const Rules& rules);

/// Whether nobody says that it is the end and no rule here is about winning: then nobody knows that it is not.
[[nodiscard]] bool isEndUnsaid(const End& end, const Rules& rules);

/// Whether a player has won by an end, alone or with all others; whether he has lost by it: to another, or with all.
/// Where nobody has won and nobody lost, both are false.
bool hasWon(const End& end, Seat player);
bool hasLost(const End& end, Seat player);

/// The rule that a computed win is by, or null.
const WinRule* ruleOf(const State& state, const Rules& rules);

}  // namespace docket
