// Reduces a game to a minimal record that still shows a property, by delta debugging: larger and smaller parts are left
// out as long as the rest shows it.
// Invariant: no single event of the resulting record can be left out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/lab/reduced_game.h"

namespace docket::lab {

/// True if a record still shows the property. A record that cannot be folded throws DamagedArchive: it does not.
using Shows = std::function<bool(const ReducedGame&)>;

struct Minimised {
  ReducedGame least;
  std::size_t tried = 0;  ///< records that were tried
};

/// Reduces a game. `claim` is renumbered for each record tried (ReducedGame::claim); `progress` gets the number of
/// events that are left. Throws BadInput if the whole game does not show it.
[[nodiscard]] Minimised minimise(const LabGame& whole, const Ruleset& ruleset, const std::string& id,
                                 const std::string& claim, const Shows& shows,
                                 const std::function<void(std::size_t)>& progress);

}  // namespace docket::lab
