// Table sense: whether what an event takes for granted of the table is so (schemas/event.capnp, $takesForGranted). Of
// every game, whatever its ruleset says: an event that contradicts the table that it is recorded of cannot have
// happened as it is recorded. The fold takes it in all the same, as far as there is something to fold it into.
// Invariant: a pure function of the state before the event, and of the event.
#pragma once

#include <vector>

#include "engine/query/event_at_hand.h"
#include "engine/query/finding.h"

namespace docket {

/// What is impossible of event `number`, and what is not explained. Of events that happen at the same time what fills
/// one slot twice is found with the first event after them; `finding.event` is the one that filled it.
[[nodiscard]] std::vector<Finding> senseTable(const EventAtHand& at);

/// What the first event after `last`, the latest in effect, would find of those that happened at the same time as it.
[[nodiscard]] std::vector<Finding> senseEnd(const State& last, const Rules& rules);

}  // namespace docket
