// A game cut down to a smallest record that still shows something, by delta debugging: larger and smaller parts are
// left out as long as what is to be shown is there without them. Invariant: of the record that comes out no single
// event can be left out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/lab/reduced_game.h"

namespace docket::lab {

/// Whether a record still shows it. A record that cannot be folded throws DamagedArchive, and does not.
using Shows = std::function<bool(const ReducedGame&)>;

struct Minimised {
  ReducedGame least;
  std::size_t tried = 0;  ///< records that were looked at
};

/// Cuts a game down. `claim` is said in the numbers of each record that is tried (ReducedGame::claim); `progress` gets
/// the number of events that are left. Throws BadInput if the whole game does not show it.
[[nodiscard]] Minimised minimise(const GameAtHand& whole, const Ruleset& ruleset, const std::string& id,
                                 const std::string& claim, const Shows& shows,
                                 const std::function<void(std::size_t)>& progress);

}  // namespace docket::lab
