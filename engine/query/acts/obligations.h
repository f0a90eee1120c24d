// Queries on the obligations that a state keeps (state.h): what must happen because a text or a rule requires it.
// obligation_changes.h computes how an event changes them.
#pragma once

#include <string_view>

#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The obligation of the named rule to follow an event, with its status; null if there is none (any more).
const Obligation* followUpOf(const State& state, const Rules& rules, EventNumber event, std::string_view rule);

/// True if a judge can still waive it: it was neither done nor impossible.
inline bool canBeWaived(const Obligation& owed) { return owed.isOpen() || owed.status == Obligation::Status::missed; }

/// True if a judge's waiver on the table `before` is about this obligation, whatever its status. A waiver without a
/// trigger matches any pending obligation.
bool isWaiverOf(schema::Event::ObligationWaived::Reader waiver, const Obligation& owed, const State& before);

}  // namespace docket
