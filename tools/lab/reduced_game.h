// A game of which only some events are left, as a record of its own: what is left is put into the numbers that it has
// there, and what cannot be said without an event that is not there goes with it.
// Invariant: the record is valid, whatever was left out.
#pragma once

#include <string>
#include <vector>

#include "events/recording.h"
#include "tools/lab/game_at_hand.h"

namespace docket::lab {

struct ReducedGame {
  Recording game;
  std::vector<EventNumber> kept;  ///< the numbers that its events have in the whole game, in order
  std::string claim;              ///< a claim about the whole game, said of this one
};

/// `keep`: the events that are left, in order; those that depend on others go as well. `ruleset` is what its claims are
/// read by; `id` is what it is called.
[[nodiscard]] ReducedGame reducedGame(const GameAtHand& whole, const Ruleset& ruleset,
                                      const std::vector<EventNumber>& keep, const std::string& id,
                                      const std::string& claim = {});

}  // namespace docket::lab
