// What must happen because a text or a rule says so, as readings of the obligations that a state keeps (state.h). What
// an event does to them is in obligation_changes.h.
#pragma once

#include <string_view>

#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// What became of what has to follow an event, by the name of the rule; null where nothing has to (any more).
const Obligation* followingOf(const State& state, const Rules& rules, EventNumber event, std::string_view rule);

/// The latest obligation of a trait to answer an event; null where there is none (any more).
const Obligation* obligationFor(const State& state, CardIndex card, std::uint16_t trait, EventNumber trigger);

/// Whether a judge can still waive it: nobody did it, and nothing made it impossible.
inline bool canBeWaived(const Obligation& owed) { return owed.isOpen() || owed.status == Obligation::Status::missed; }

/// Whether what a judge waives on the table `before` is that obligation, whatever became of it. A waiver that names no
/// trigger is of whatever waits there.
bool isOf(schema::Event::ObligationWaived::Reader waiver, const Obligation& owed, const State& before);

}  // namespace docket
