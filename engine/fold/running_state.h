// A state that follows a record event by event, a judge's rewinds and corrections included: what an import checks a
// game by and a recorder answers with. Whoever judges each event judges it with this state, which learns its names in
// place and is folded once for both (Judging).
// Invariant: after add(n) the state is the table as it stood after event n, as OpenGame::stateAt(n) gives it.
#pragma once

#include <optional>
#include <utility>

#include "engine/fold/timeline.h"
#include "engine/state/state.h"

namespace docket {

class RunningState {
 public:
  /// Before the first event. Header and rules must outlive this.
  RunningState(schema::Header::Reader header, const Rules& rules);
  /// After the event that the state stands at.
  RunningState(schema::Header::Reader header, const Rules& rules, State state);

  /// Folds the next event. `earlier` gives those before it; only a rewind or a correction reads it.
  /// Throws DamagedArchive where the event cannot be folded under the rules; the state is undefined then.
  void add(EventNumber number, schema::Event::Reader event, const EventSource& earlier);

  /// The next event, to be judged; nothing but add() of the same may follow. Throws DamagedArchive as learnNames().
  [[nodiscard]] EventAtHand next(EventNumber number, schema::Event::Reader event);
  /// Folds the event that next() gave, which can be asked of the state no more; otherwise as add() of it.
  void add(const EventAtHand& judged, const EventSource& earlier);

  /// The state after the last event, and what that changed. Valid until the next event is added.
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Step& step() const { return step_; }
  /// The state, when all events are folded.
  [[nodiscard]] State last() && { return std::move(state_); }

 private:
  /// Folds an event that goes back.
  [[gnu::cold]] void goBack(EventNumber number, schema::Event::Reader event, const EventSource& earlier);

  schema::Header::Reader header_;
  Rules rules_;
  State state_;
  Step step_;
  Surroundings around_;            // the event that is judged
  EventRoom room_;                 // for what is made for the event that is judged
  std::optional<Timeline> track_;  // from the first event on that goes back
};

}  // namespace docket
