// A recording as the engine's history layer wants to read it.
#pragma once

#include "engine/history.h"
#include "events/recording.h"

namespace docket {

class RecordedEvents : public EventSource {
 public:
  explicit RecordedEvents(const Recording& game) : game_(game) {}
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    for (EventNumber n = first; n <= last; ++n) visit(n, game_.event(n));
  }

 private:
  const Recording& game_;
};

/// Folds a game as it was recorded, one event at a time; a rewind or a correction brings the table to where it leads.
class Replay {
 public:
  Replay(const Recording& game, const Rules& rules) : state(begin(game.header(), rules)), game_(game), rules_(rules) {}

  /// Folds the next event.
  void next() {
    const EventNumber number = state.event + 1;
    const auto event = game_.event(number);
    history_.add(number, event);
    if (event.isRewound() || event.isCorrected()) {
      step.clear();
      state = begin(game_.header(), rules_);
      foldAlong(state, rules_, RecordedEvents(game_), history_.pathTo(number));
    } else {
      reduce(state, rules_, number, event, step);
    }
  }

  State state;
  Step step;

 private:
  const Recording& game_;
  const Rules& rules_;
  History history_;
};

}  // namespace docket
