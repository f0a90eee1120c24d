// A stored game as the engine's history layer wants to read it.
#pragma once

#include "engine/fold/history.h"
#include "store/game.h"

namespace docket {

class StoredEvents : public EventSource {
 public:
  /// The game must outlive it.
  explicit StoredEvents(const Game& game) : game_(game) {}
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    game_.forEach(first, last, visit);
  }

 private:
  const Game& game_;
};

}  // namespace docket
