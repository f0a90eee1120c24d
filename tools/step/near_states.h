// A cache of the tables around a position: going back costs a lookup, or at its edge a fold from the nearest keyframe.
// Invariant: what it gives is what OpenGame::stateAt() gives; it keeps at most kRun tables, however long the game is.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tools/game/game_loader.h"

namespace docket::step {

class NearStates {
 public:
  /// The number of tables that are kept: of a run of events that begins at a multiple of this.
  static constexpr EventNumber kRun = 64;

  /// The game must outlive it.
  explicit NearStates(const OpenGame& game) : game_(game) {}

  /// The table after event `at`, which is at most the last one.
  [[nodiscard]] std::shared_ptr<const State> at(EventNumber at);

 private:
  const OpenGame& game_;
  EventNumber first_ = 0;
  std::optional<RunningState> running_{};               // is at the newest of them
  std::vector<std::shared_ptr<const State>> states_{};  // after first_, first_ + 1, ...
};

}  // namespace docket::step
