// A state that follows a record event by event, including a judge's rewinds and corrections; an import checks a game
// with it and a recorder answers from it. Each event can be judged with this same state, which learns its names in
// place and is folded once for both (Judging).
// Invariant: after add(n) the state is the table after event n, as OpenGame::stateAt(n) gives it.
#pragma once

#include <optional>
#include <utility>

#include "engine/fold/timeline.h"
#include "engine/state/state.h"

namespace docket {

class RunningState {
 public:
  /// Starts before the first event. Header and rules must outlive this.
  RunningState(schema::Header::Reader header, const Rules& rules);
  /// Starts after the event of the state.
  RunningState(schema::Header::Reader header, const Rules& rules, State state);

  /// Folds the next event. `earlier` provides the events before it; only a rewind or a correction reads it. Throws
  /// DamagedArchive if the event cannot be folded under the rules; the state is undefined then.
  void add(EventNumber number, schema::Event::Reader event, const EventSource& earlier);

  /// The next event, for judging; the next call must be add() of the same event. Throws DamagedArchive like
  /// learnNames().
  [[nodiscard]] EventAtHand next(EventNumber number, schema::Event::Reader event);
  /// Folds the event from next(), which can no longer query the state afterwards; otherwise like add() of the event.
  void add(const EventAtHand& judged, const EventSource& earlier);

  /// The state after the last event, and its changes. Valid until the next event is added.
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Step& step() const { return step_; }
  /// The final state, after all events are folded.
  [[nodiscard]] State last() && { return std::move(state_); }

 private:
  /// Folds a rewind or a correction.
  [[gnu::cold]] void goBack(EventNumber number, schema::Event::Reader event, const EventSource& earlier);

  schema::Header::Reader header_;
  Rules rules_;
  State state_;
  Step step_;
  Surroundings around_;            // of the event that is judged
  EventRoom room_;                 // for the event that is judged
  std::optional<Timeline> track_;  // set from the first rewind or correction on
};

}  // namespace docket
