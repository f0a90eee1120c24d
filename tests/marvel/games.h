// The simulated games, whole. How many are read: a part of them, or all where DOCKET_WITNESS is "all".
#pragma once

#include <functional>
#include <set>

#include "tests/witness/lines.h"

namespace docket::marvel {

using witness::Object;

/// A game: its lines, the first one being about the whole of it.
struct SimulatedGame {
  std::string lines;
  /// The abilities of it that were not carried out, by the simulator's numbers, which nothing of limits decides.
  [[nodiscard]] std::set<std::int64_t> notCarriedOut() const;
  void forEachLine(const std::function<void(const Object&)>& read) const { witness::forEachLine(lines, read); }
};

/// Calls for each game. Throws where a file is damaged.
void forEachGame(const std::function<void(const SimulatedGame&)>& play);

}  // namespace docket::marvel
