// The record of an open game, as the expression language queries it at a point (engine/fold/record_on_path.h).
// Invariant: the states that it gives are those of OpenGame, wherever no later correction says otherwise.
#pragma once

#include <memory>
#include <utility>

#include "engine/fold/record_on_path.h"
#include "tools/game/game_loader.h"

namespace docket {

class OpenGameRecord : public RecordOnPath {
 public:
  /// Queried at the table after event `at`. The game must outlive it.
  OpenGameRecord(const OpenGame& game, EventNumber at) : OpenGameRecord(game, game.pathTo(at)) {}
  /// Queried at the table at the end of a path of its history.
  OpenGameRecord(const OpenGame& game, Path path)
      : RecordOnPath(std::move(path), game.events(), game.rules(), game.last()), game_(game) {}

  /// Names of the whole game: a question may use a name that the game introduces only later.
  [[nodiscard]] const Names& names() const { return game_.names(); }

 protected:
  [[nodiscard]] const History& history() const override { return game_.history(); }
  [[nodiscard]] std::shared_ptr<const State> at(const Path& path) const override {
    return std::make_shared<const State>(game_.stateAlong(path));
  }

 private:
  const OpenGame& game_;
};

}  // namespace docket
