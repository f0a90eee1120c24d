// The state before an event as the event itself is read by: with the names that it brings, and what it says of cards. A
// card that is shown by being used is judged as what it is.
// Invariant: a copy is made only where the event brings something that the state does not have, and once for an event.
#pragma once

#include "engine/query/acts/event_at_hand.h"

namespace docket {

class StateForEvent {
 public:
  /// The event must outlive it.
  explicit StateForEvent(const EventAtHand& event) : state_(event.knowing()) {}

  [[nodiscard]] const State& state() const { return state_; }

 private:
  const State& state_;
};

}  // namespace docket
