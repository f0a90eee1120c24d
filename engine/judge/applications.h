// When the effects of a text count as applied, for limits on applications: with "once per turn" a trait may happen
// every time, but its effects apply once; "you can only gain this effect once per turn" on an activated card limits the
// effects of its resolution, not its activation. The use record says whether the effects applied (Use::applied).
#pragma once

#include <optional>

#include "engine/query/acts/pending_event.h"

namespace docket {

/// A question about a use, turned into one about the application of its effects.
UseQuestion asApplication(UseQuestion question);

/// True if a limit stops another such use.
bool isUsedUp(const State& state, const Rules& rules, const UseQuestion& question);

/// True if a trait uses up its limit as soon as it happens, even if its effects do not apply.
bool appliesAtOnce(const PendingEvent& pending);

/// True if the effects of a use do not apply because it was negated.
bool isNegated(const Use& use);

/// The question about use of an event with which effects apply: the first sign that a trait's effects apply, or the
/// resolution of an activation (the activation itself, if it is not a chain link). Empty for other events.
std::optional<UseQuestion> applicationBy(const PendingEvent& pending);

/// The use of the trait for which an event is the first sign that its effects apply; null for other events.
const Use* firstSignOf(const PendingEvent& pending);

}  // namespace docket
