// A record followed as it is judged once all of it is known. What a judge's correction put right is judged as
// corrected, in its place; what comes after it on the table that it makes; what a judge took back as it was recorded,
// on the table as it stood then. Whoever goes through a game and asks the rules that it breaks goes through this.
// Invariant: what is found along it is what RecordOnPath::findings() gives at the end of the path.
#pragma once

#include <optional>

#include "engine/fold/path_fold.h"
#include "engine/fold/running_state.h"

namespace docket {

/// What is judged in the place of a recorded event.
struct Judged {
  HeldEvent event;
  EventNumber by = 0;  ///< the event that corrects it; 0: it is as it was recorded
};

class JudgedRunningState {
 public:
  /// Before the first event. `path` leads to the last event that is followed; all but it must outlive this.
  JudgedRunningState(schema::Header::Reader header, const Rules& rules, const EventSource& events, Path path);
  /// After the event that the state stands at, along a path that nothing on it was corrected of.
  JudgedRunningState(const Rules& rules, const EventSource& events, Path path, RunningState follower);
  JudgedRunningState(const JudgedRunningState&) = delete;
  JudgedRunningState& operator=(const JudgedRunningState&) = delete;

  /// What happened as the next recorded event; nothing where a correction says that it did not happen.
  [[nodiscard]] std::optional<Judged> judged(EventNumber number, const HeldEvent& event) const;
  /// The table on which that is judged.
  [[nodiscard]] const State& before(EventNumber number) const { return tableOf(number); }

  /// What judged() gave, to be judged on that table; nothing but add() of the same may follow. Throws DamagedArchive as
  /// learnNames().
  [[nodiscard]] EventAtHand next(EventNumber number, const Judged& judged);
  /// Takes in the next recorded event, which was judged as next() gave it; otherwise as add() of it alone.
  void add(EventNumber number, const HeldEvent& event, const EventAtHand& judged);

  /// Takes in the next recorded event. Throws DamagedArchive where it cannot be folded; the tables are undefined then.
  void add(EventNumber number, const HeldEvent& event);

  /// The table after it, and what it changed of the one before it.
  [[nodiscard]] const State& state() const { return tableOf(latest_); }
  [[nodiscard]] const Step& step() const { return along_ && path_.covers(latest_) ? step_ : recorded_.step(); }
  /// Whether the table is another than the one before it with what the step changed: a judge went back, or comes back.
  [[nodiscard]] bool jumped() const { return jumped_; }
  /// The table after it as it was known then, without what was corrected later.
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
  std::optional<Along> along_;  // where something on the path was corrected
  Step step_;                   // of it
  EventNumber latest_ = 0;
  bool jumped_ = false;
};

}  // namespace docket
