// A game's record as an expression asks for it at a point: along the way that leads there. Of what a correction put
// right before that point, it has what happened instead, and the states before and after come from that; what is not on
// the way (it comes later, or a judge took it back) it has as it was recorded and known then.
// Invariant: whoever asks at a point and judges at that point folds the same way.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/fold/history.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/finding.h"
#include "engine/rules/catalogue.h"

namespace docket {

/// Event `number` of a game. It has to be there.
[[nodiscard]] HeldEvent eventOf(const EventSource& events, EventNumber number);

/// The last, up to `most`, of the events that happen at the same time as event `number`; itself where it is alone.
[[nodiscard]] EventNumber endOfGroup(const EventSource& events, EventNumber number, EventNumber most);

/// What happened in the place of an event along a path: as it was recorded or, where a correction says so, otherwise.
/// Where it says that nothing happened, the event as it was recorded: standingOn() tells which it is.
[[nodiscard]] HeldEvent eventOn(const Path& path, const EventSource& events, EventNumber number);
[[nodiscard]] expression::Standing standingOn(const Path& path, const EventSource& events, EventNumber number);

class RecordOnPath : public expression::GameRecord {
 public:
  /// Asked at the table after event `at` of a game of `size` events. History and events must outlive it.
  RecordOnPath(const History& history, const EventSource& events, const Rules& rules, EventNumber size, EventNumber at)
      : RecordOnPath(history.pathTo(at), events, rules, size) {
    history_ = &history;
  }

  [[nodiscard]] EventNumber size() const override { return size_; }
  /// The last state that was asked for is kept.
  [[nodiscard]] std::shared_ptr<const State> before(EventNumber number) const override;
  /// Of one of several events that happen at the same time, what is found when all that are known at the point have
  /// happened. What is not certain is judged by what is known of cards at the point.
  [[nodiscard]] std::vector<Finding> findings(EventNumber number) const override;
  [[nodiscard]] std::optional<expression::Reason> doubt(EventNumber number) const override;
  /// The state on which it is judged: that before it, and where something is not certain then, what is known of cards
  /// at the point.
  [[nodiscard]] std::shared_ptr<const State> judgedOn(EventNumber number) const;
  [[nodiscard]] HeldEvent event(EventNumber number) const override { return eventOn(path_, events_, number); }
  [[nodiscard]] expression::Standing standing(EventNumber number) const override {
    return standingOn(path_, events_, number);
  }
  /// The event after which it is asked.
  [[nodiscard]] EventNumber point() const { return path_.known_to; }
  /// The correction of an event that is in effect at the point, or null.
  [[nodiscard]] const Correction* correctionOf(EventNumber number) const { return path_.correctionOf(number); }

 protected:
  /// The same where the path to `at` is known and the history is dear: history() gives that.
  RecordOnPath(Path path, const EventSource& events, const Rules& rules, EventNumber size)
      : events_(events), rules_(rules), size_(size), path_(std::move(path)) {}
  /// That of the whole game: asked for where something is asked that is not on the path.
  [[nodiscard]] virtual const History& history() const { return *history_; }
  /// The state at the end of a path.
  [[nodiscard]] virtual std::shared_ptr<const State> at(const Path& path) const = 0;
  [[nodiscard]] const Rules& rules() const { return rules_; }

 private:
  /// The state knowing what is known at the point; nothing where that is no more, or the event is not on the way.
  [[nodiscard]] std::optional<State> inHindsight(const State& state, EventNumber number) const;

  const History* history_ = nullptr;  // null: history() is another
  const EventSource& events_;
  Rules rules_;
  EventNumber size_;
  Path path_;
  mutable std::shared_ptr<const State> kept_;
  mutable EventNumber kept_before_ = 0;
  mutable std::shared_ptr<const State> at_point_;
};

}  // namespace docket
