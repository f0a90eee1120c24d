// The state before an event as the event itself is read by: with the names that it brings, and what it says of cards. A
// card that is shown by being used is judged as what it is.
// Invariant: a copy is made only where the event brings something that the state does not have.
#pragma once

#include <optional>

#include "engine/query/event_at_hand.h"

namespace docket {

class StateForEvent {
 public:
  /// The state before the event must outlive it.
  explicit StateForEvent(const EventAtHand& event) : before_(event.before), told_(event.told()) {}

  [[nodiscard]] const State& state() const { return told_ ? *told_ : before_; }

 private:
  const State& before_;
  std::optional<State> told_;
};

}  // namespace docket
