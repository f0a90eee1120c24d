// Reduces a game to some of its events, as a record of its own: renumbers the events and cards, and drops what refers
// to a missing event.
// Invariant: the record is valid, whatever was left out.
#pragma once

#include <string>
#include <vector>

#include "events/recording.h"
#include "tools/lab/lab_game.h"

namespace docket::lab {

struct ReducedGame {
  Recording game;
  std::vector<EventNumber> kept;  ///< the numbers of its events in the whole game, in order
  std::string claim;              ///< the claim about the whole game, rewritten for this one
};

/// `keep`: the events to keep, in order; those that depend on missing ones are dropped as well. `ruleset` is used to
/// read its claims; `id` is the new game's id.
[[nodiscard]] ReducedGame reducedGame(const LabGame& whole, const Ruleset& ruleset,
                                      const std::vector<EventNumber>& keep, const std::string& id,
                                      const std::string& claim = {});

}  // namespace docket::lab
