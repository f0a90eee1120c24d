// A game's record as the expression language asks for it: the table before an event, what the judge has against it.
// Invariant: each of its answers is about the record as it was recorded, under the rules that it was made with; the
// last state asked for is kept.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/expression/evaluate.h"
#include "tools/desk.h"

namespace docket {

class RecordTable : public expression::Table {
 public:
  using StateAfter = std::function<State(EventNumber)>;
  using EventAt = std::function<HeldEvent(EventNumber)>;

  /// The game must outlive it.
  explicit RecordTable(const OpenGame& game);
  /// A game of `last` events, wherever they come from. What `rules` is of must outlive it.
  RecordTable(EventNumber last, const Rules& rules, StateAfter state_after, EventAt event_at)
      : last_(last), rules_(rules), state_after_(std::move(state_after)), event_at_(std::move(event_at)) {}

  [[nodiscard]] EventNumber size() const override { return last_; }
  [[nodiscard]] std::shared_ptr<const State> before(EventNumber number) const override;
  [[nodiscard]] std::vector<Finding> findings(EventNumber number) const override;
  [[nodiscard]] HeldEvent event(EventNumber number) const override { return event_at_(number); }

 private:
  EventNumber last_;
  Rules rules_;
  StateAfter state_after_;
  EventAt event_at_;
  mutable std::shared_ptr<const State> kept_;
  mutable EventNumber kept_before_ = 0;
};

}  // namespace docket
