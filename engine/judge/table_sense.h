// Table sense: whether what an event takes for granted of the table is so (schemas/event.capnp, $takesForGranted). Of
// every game, whatever its ruleset says: an event that contradicts the table that it is recorded of cannot have
// happened as it is recorded. The fold takes it in all the same, as far as there is something to fold it into.
// Invariant: a pure function of the state before the event, and of the event.
#pragma once

#include <optional>
#include <vector>

#include "engine/query/acts/event_at_hand.h"
#include "engine/query/acts/finding.h"

namespace docket {

/// What is impossible of an event, and what is not explained. Whether a slot is free is not asked of one of several
/// events that happen at the same time.
[[nodiscard]] std::vector<Finding> senseTable(const EventAtHand& at);

/// Whether a card that came to a slot with one of several events that happened at the same time shares it with another.
/// `after`: the state after the last of them.
[[nodiscard]] std::optional<Finding> senseSlot(const State& after, const Rules& rules, const Arrival& arrival);

}  // namespace docket
