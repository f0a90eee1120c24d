// The table as a record leaves it, for whoever judges each event before it happens. Where no judge went back, as nearly
// always, it is one state that is judged with and folded into, and learns the names of an event in place; else a
// RunningState goes back.
// Invariant: after add(n) the state is the table as it stood after event n.
#pragma once

#include <optional>
#include <utility>

#include "engine/fold/learn_names.h"
#include "engine/fold/running_state.h"

namespace docket {

class JudgedTable {
 public:
  /// `linear`: every recorded event is in effect as it was recorded (History::linear). Header and rules must outlive
  /// this.
  JudgedTable(schema::Header::Reader header, const Rules& rules, bool linear) : rules_(rules) {
    if (linear) {
      state_ = begin(header, rules);
    } else {
      follower_.emplace(header, rules);
    }
  }

  /// The next event, to be judged; nothing but add() of the same may follow. Throws DamagedArchive as learnNames().
  [[nodiscard]] EventAtHand next(EventNumber number, schema::Event::Reader event) {
    if (!follower_) learnNames(state_, rules_, number, event);
    return atHand(state(), rules_, number, event);
  }
  /// Folds the event that next() gave. Where somebody asked for the table after it, that is gone on with. `earlier`,
  /// and what it throws: as RunningState::add().
  void add(EventAtHand&& judged, const EventSource& earlier) {
    if (follower_) return follower_->add(judged.number, judged.event, earlier);
    if (auto after = judged.takeAfter()) {
      state_ = std::move(after->state);
      step_ = std::move(after->step);
      return;
    }
    if (const auto& rests_on = judged.nobodyMust()) state_.kept.nobody_must.restsOn(*rests_on);
    reduce(state_, judged, step_);
  }

  [[nodiscard]] const State& state() const { return follower_ ? follower_->state() : state_; }
  [[nodiscard]] const Step& step() const { return follower_ ? follower_->step() : step_; }
  /// The state, when all events are folded.
  [[nodiscard]] State last() && {
    if (follower_) return follower_->state();
    return std::move(state_);
  }

 private:
  Rules rules_;
  std::optional<RunningState> follower_;  // of a record in which a judge went back
  State state_;                           // of any other
  Step step_;
};

}  // namespace docket
