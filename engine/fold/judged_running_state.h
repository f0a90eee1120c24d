// Follows a record as it is judged when all of it is known. An event that a judge corrected is judged as corrected, in
// its place; later events are judged on the resulting table; an event that a judge took back is judged as recorded, on
// the table at that time. All code that looks for broken rules in a whole game uses this.
// Invariant: the findings along it equal those of RecordOnPath::findings() at the end of the path.
#pragma once

#include <optional>

#include "engine/fold/path_fold.h"
#include "engine/fold/running_state.h"

namespace docket {

/// The event to judge in place of a recorded event.
struct Judged {
  HeldEvent event;
  EventNumber by = 0;  ///< the event that corrects it; 0: it is as recorded
};

class JudgedRunningState {
 public:
  /// Starts before the first event. `path` leads to the last event that is followed; all arguments except `path` must
  /// outlive this.
  JudgedRunningState(schema::Header::Reader header, const Rules& rules, const EventSource& events, Path path);
  /// Starts after the event of the state, along a path without corrections up to there.
  JudgedRunningState(const Rules& rules, const EventSource& events, Path path, RunningState follower);
  JudgedRunningState(const JudgedRunningState&) = delete;
  JudgedRunningState& operator=(const JudgedRunningState&) = delete;

  /// The event that happened in place of the next recorded one; empty if a correction says that it did not happen.
  [[nodiscard]] std::optional<Judged> judged(EventNumber number, const HeldEvent& event) const;
  /// The state before it, for judging.
  [[nodiscard]] const State& before(EventNumber number) const { return tableOf(number); }

  /// The event from judged(), with the state before it; the next call must be add() of the same event. Throws
  /// DamagedArchive like learnNames().
  [[nodiscard]] EventAtHand next(EventNumber number, const Judged& judged);
  /// Adds the next recorded event, judged as next() returned it; otherwise like add() of the event alone.
  void add(EventNumber number, const HeldEvent& event, const EventAtHand& judged);

  /// Adds the next recorded event. Throws DamagedArchive if it cannot be folded; the states are undefined then.
  void add(EventNumber number, const HeldEvent& event);

  /// The state after it, and the changes from the state before it.
  [[nodiscard]] const State& state() const { return tableOf(latest_); }
  [[nodiscard]] const Step& step() const { return along_ && path_.covers(latest_) ? step_ : recorded_.step(); }
  /// True if the state does not follow from the previous one by the step's changes: a judge went back, or the path
  /// returns.
  [[nodiscard]] bool jumped() const { return jumped_; }
  /// The state after it as it was known then, without later corrections.
  [[nodiscard]] const State& asKnownThen() const { return recorded_.state(); }

 private:
  [[nodiscard]] const State& tableOf(EventNumber number) const {
    return along_ && path_.covers(number) ? along_->state : recorded_.state();
  }

  struct Along {
    Along(State start, const Rules& rules, const EventSource& events, const Path& path)
        : state(std::move(start)), fold(state, rules, events, path) {}
    State state;
    PathFold fold;
  };

  const EventSource& events_;
  Rules rules_;
  Path path_;
  RunningState recorded_;
  std::optional<Along> along_;  // set if an event on the path was corrected
  Step step_;                   // of the latest event
  EventNumber latest_ = 0;
  bool jumped_ = false;
};

}  // namespace docket
