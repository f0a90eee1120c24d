// A state that follows a record event by event, including a judge's rewinds and corrections. All code that goes through
// a record uses this: it folds each event once, can judge it with the same state, which learns the event's names in
// place (EventJudge), and refolds only the distance back if a judge goes back.
// Invariants: after add(n) the state is the one after event n, as OpenGame::stateAt(n) gives it; along a path to the
// end, the findings equal those of RecordOnPath::findings() there.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/fold/history.h"
#include "engine/fold/learning.h"
#include "engine/state/state.h"

namespace docket {

/// The event to judge in place of a recorded event.
struct EffectiveEvent {
  HeldEvent event;
  EventNumber by = 0;  ///< the event that corrects it; 0: it is as recorded
};

class RunningState {
 public:
  /// Starts before the first event. Header and rules must outlive this.
  RunningState(schema::Header::Reader header, const Rules& rules);
  /// Starts after the event of the state.
  RunningState(schema::Header::Reader header, const Rules& rules, State state);
  /// Starts before the first event of a record that is known up to the end of `path`, and follows it as it is judged
  /// when all of it is known: an event that a judge corrected as corrected, in its place, and later events on the
  /// resulting table; an event that a judge took back as recorded, on the table at that time. All arguments except
  /// `path` must outlive this.
  RunningState(schema::Header::Reader header, const Rules& rules, const EventSource& events, Path path);

  /// The event that happened in place of the next recorded one; empty if a correction says that it did not happen.
  [[nodiscard]] std::optional<EffectiveEvent> eventInEffect(EventNumber number, const HeldEvent& event) const;
  /// The state before the next event, for judging.
  [[nodiscard]] const State& before(EventNumber number) const { return stateFor(number); }
  /// The next event, or the one in its place, for judging; the next call must be add() of it. Throws DamagedArchive
  /// like learnNames().
  [[nodiscard]] PendingEvent next(EventNumber number, schema::Event::Reader event);

  /// Folds the next event. `earlier` provides the events before it; only a rewind or a correction reads it. Throws
  /// DamagedArchive if the event cannot be folded under the rules; the states are undefined then.
  void add(EventNumber number, schema::Event::Reader event, const EventSource& earlier);
  /// add() of the event for which next() gave `judged`, which can no longer query the state afterwards.
  void add(EventNumber number, schema::Event::Reader event, const PendingEvent& judged, const EventSource& earlier);

  /// Makes cards known to everyone after the last event, as if the event had identified them.
  void show(std::span<const CardIndex> cards) { makeKnownToAll(state_, rules_, latest_, cards); }

  /// The state after the last event, and its changes. Valid until the next event is added.
  [[nodiscard]] const State& state() const { return stateFor(latest_); }
  [[nodiscard]] const Step& step() const { return isCorrected(latest_) ? corrected_->step : step_; }
  /// True if the state does not follow from the previous one by the step's changes: a judge went back, or the path
  /// returns.
  [[nodiscard]] bool jumped() const { return jumped_; }
  /// The state after the last event along the record as it was made, without later corrections.
  [[nodiscard]] const State& recordedState() const { return state_; }
  [[nodiscard]] const Step& recordedStep() const { return step_; }
  /// The final state, after all events are folded.
  [[nodiscard]] State last() && { return isCorrected(latest_) ? std::move(corrected_->state) : std::move(state_); }

 private:
  /// The record with its corrections, if it has any.
  struct Corrected {
    const EventSource* events;
    Path path;
    State state;
    Step step{};
  };

  [[nodiscard]] bool isCorrected(EventNumber number) const { return corrected_ && corrected_->path.covers(number); }
  [[nodiscard]] const State& stateFor(EventNumber number) const {
    return isCorrected(number) ? corrected_->state : state_;
  }
  void foldCorrected(EventNumber number, schema::Event::Reader event);
  void arriveAt(EventNumber number, schema::Event::Reader event);
  /// Folds a rewind or a correction.
  [[gnu::cold]] void goBack(EventNumber number, schema::Event::Reader event, const EventSource& earlier);
  void refold(const Path& path, const EventSource& events);
  void mark(const State& state);

  schema::Header::Reader header_;
  Rules rules_;
  State state_;
  Step step_;
  EventScratch scratch_;  // for the event that is judged
  EventNumber latest_ = 0;
  bool jumped_ = false;
  std::optional<Corrected> corrected_;

  /// Empty until the first rewind or correction.
  std::optional<History> history_;
  Path path_;                 // to the latest rewind or correction
  std::vector<State> marks_;  // states on the path, in its order, from which folding can resume
};

}  // namespace docket
