// The state before an event, extended with the names and the card identities that the event gives. A card that is
// revealed by being used is judged by its identity.
// Invariant: a copy is made only if the event gives something that the state does not have, and once per event.
#pragma once

#include "engine/query/acts/pending_event.h"

namespace docket {

class StateForEvent {
 public:
  /// The event must outlive it.
  explicit StateForEvent(const PendingEvent& event) : state_(event.informedState()) {}

  [[nodiscard]] const State& state() const { return state_; }

 private:
  const State& state_;
};

}  // namespace docket
