// Determines after which events of a game an expression must be evaluated again, for walks that need its value after
// every event.
// Invariant: if it reports that the value cannot differ, valueSeen() gives the same value as after the previous event.
#pragma once

#include "engine/fold/running_state.h"
#include "engine/rules/expression/expression.h"

namespace docket {

class Reevaluation {
 public:
  /// `asked` must outlive it.
  explicit Reevaluation(const expression::Expression& asked) : asked_(asked) {}

  /// True if the value can differ after the event that `running` has just folded. Call it after every event.
  [[nodiscard]] bool mayDiffer(const RunningState& running, schema::Event::Reader event);
  /// True if what a recorder observed may confirm or contradict the value after that event; otherwise valueAt() gives
  /// what valueSeen() gives.
  [[nodiscard]] bool mayBeObserved() const { return may_be_observed_; }

 private:
  const expression::Expression& asked_;
  EventNumber latest_change_ = 0;  // of the state before
  bool may_be_observed_ = true;    // an expression was observed since that event, or before the walk
};

}  // namespace docket
