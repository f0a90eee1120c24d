// The table check: checks the assumptions of an event about the table (schemas/event.capnp, $assumes). Independent
// of the ruleset: an event that contradicts the recorded table cannot have happened as recorded. The fold still applies
// it as far as possible.
// Invariant: a pure function of the state before the event, and of the event.
#pragma once

#include <optional>
#include <vector>

#include "engine/query/acts/finding.h"
#include "engine/query/acts/pending_event.h"

namespace docket {

/// The findings Impossible and Unexplained on an event. Does not check that a slot is free for one of several
/// simultaneous events.
[[nodiscard]] std::vector<Finding> checkTable(const PendingEvent& pending);

/// Finds a card that arrived in an occupied slot with one of several simultaneous events. `after`: the state after the
/// last of them.
[[nodiscard]] std::optional<Finding> checkSlot(const State& after, const Rules& rules, const Arrival& arrival);

}  // namespace docket
