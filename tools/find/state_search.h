// The points of a game at which a condition holds, or may hold, found by one walk over the game.
// Invariant: without `hindsight`, it holds at a point if `docket ask --at` answers true and EXACT there. It may hold if
// the answer is unknown, or true but not EXACT. If all that is unknown is that the game has no such card, player or
// event there, it does not hold.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "tools/game/game_loader.h"

namespace docket::find {

/// A search question, as typed.
struct StateQuestion {
  std::string condition;                  ///< an expression that is true or false; empty: any state
  std::string during;                     ///< a kind of period, or the name of one, that must be under way; empty: any
  bool at_turn_end = false;               ///< only the last event of each turn is a point
  bool undone = false;                    ///< also the points of events that a judge took back
  bool hindsight = false;                 ///< what was revealed and corrected later is known
  bool first = false;                     ///< the first hit of the game ends the search
  std::optional<Fingerprint> like{};      ///< the state must have this fingerprint
  std::vector<std::string> like_terms{};  ///< terms that every game with such a state has

  [[nodiscard]] bool asks() const { return !condition.empty() || !during.empty() || at_turn_end || like; }
};

/// A run of consecutive points at which it holds.
struct StateHit {
  EventNumber event = 0;  ///< the first of the points: after this event; 0: before the first event
  EventNumber last = 0;   ///< the last of them
  bool is_certain = true;
  std::vector<std::string> why{};  ///< if it is not certain: the unknown facts that decide it at the first point
};

/// The condition, parsed for a game. Throws BadInput if it is invalid under the game's rules, or names something that
/// the game does not have.
[[nodiscard]] expression::Expression conditionFor(const OpenGame& game, const std::string& condition);

/// All hits in the order of the events. Throws BadInput like conditionFor(), DamagedArchive if the game cannot be
/// folded.
[[nodiscard]] std::vector<StateHit> searchStates(const OpenGame& game, const StateQuestion& question);

}  // namespace docket::find
