// A game's record as expressions query it at a point: along the path that leads there. For an event that was corrected
// before that point, it gives the corrected event, and the states before and after follow from that. Events off the
// path (later ones, or ones that a judge took back) are given as recorded and known then.
// Invariant: queries and judging at the same point fold in the same way.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/fold/history.h"
#include "engine/query/acts/finding.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/rules/catalogue.h"

namespace docket {

/// Event `number` of a game, which must exist.
[[nodiscard]] HeldEvent eventOf(const EventSource& events, EventNumber number);

/// The last event, up to `most`, that is simultaneous with event `number`; the event itself if it happens alone.
[[nodiscard]] EventNumber endOfGroup(const EventSource& events, EventNumber number, EventNumber most);

/// The event that happened in place of an event along a path: as recorded, or as corrected. If the correction says that
/// nothing happened, the event as recorded: statusOn() tells the cases apart.
[[nodiscard]] HeldEvent eventOn(const Path& path, const EventSource& events, EventNumber number);
[[nodiscard]] expression::EventStatus statusOn(const Path& path, const EventSource& events, EventNumber number);

class RecordOnPath : public expression::GameRecord {
 public:
  /// The record at the table after event `at` of a game of `size` events. History and events must outlive it.
  RecordOnPath(const History& history, const EventSource& events, const Rules& rules, EventNumber size, EventNumber at)
      : RecordOnPath(history.pathTo(at), events, rules, size) {
    history_ = &history;
  }

  [[nodiscard]] EventNumber size() const override { return size_; }
  /// Caches the last requested state.
  [[nodiscard]] std::shared_ptr<const State> before(EventNumber number) const override;
  /// For one of several simultaneous events, the findings when all of those known at the point have happened. Undecided
  /// findings are judged by what is known about cards at the point.
  [[nodiscard]] std::vector<Finding> findings(EventNumber number) const override;
  [[nodiscard]] std::optional<expression::Reason> doubt(EventNumber number) const override;
  /// The state on which it is judged: the one before it; if that leaves something undecided, with what is known about
  /// cards at the point.
  [[nodiscard]] std::shared_ptr<const State> judgedOn(EventNumber number) const;
  [[nodiscard]] HeldEvent event(EventNumber number) const override { return eventOn(path_, events_, number); }
  [[nodiscard]] expression::EventStatus statusOf(EventNumber number) const override {
    return statusOn(path_, events_, number);
  }
  /// The event after which the record is queried.
  [[nodiscard]] EventNumber point() const { return path_.known_to; }
  /// The correction of an event that is effective at the point, or null.
  [[nodiscard]] const Correction* correctionOf(EventNumber number) const { return path_.correctionOf(number); }

 protected:
  /// The record at the end of a known path. For a game whose history is expensive: override history() to provide it.
  RecordOnPath(Path path, const EventSource& events, const Rules& rules, EventNumber size)
      : events_(events), rules_(rules), size_(size), path_(std::move(path)) {}
  /// The history of the whole game; called only for queries off the path.
  [[nodiscard]] virtual const History& history() const { return *history_; }
  /// The state at the end of a path.
  [[nodiscard]] virtual std::shared_ptr<const State> at(const Path& path) const = 0;
  [[nodiscard]] const Rules& rules() const { return rules_; }

 private:
  /// The state with what is known at the point; empty if no more is known, or the event is not on the path.
  [[nodiscard]] std::optional<State> inHindsight(const State& state, EventNumber number) const;

  const History* history_ = nullptr;  // null: history() is overridden
  const EventSource& events_;
  Rules rules_;
  EventNumber size_;
  Path path_;
  mutable std::shared_ptr<const State> kept_;
  mutable EventNumber kept_before_ = 0;
  mutable std::shared_ptr<const State> at_point_;
};

}  // namespace docket
