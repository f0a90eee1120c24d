// When the effects of a text count as applied, for limits of applications: "once per turn" on a trait lets it happen
// every time and its effects apply once; "you can only gain this effect once per turn" on an activated card limits what
// its resolution gives, and not its activation. The use record says whether they applied (Use::applied).
#pragma once

#include <optional>

#include "engine/query/acts/event_at_hand.h"

namespace docket {

/// Whether a trait that happens uses its limit by that alone, whatever becomes of its effects.
bool appliesAtOnce(const EventAtHand& at);

/// Whether the effects of a use do not apply because it was negated.
bool isNegated(const Use& use);

/// The question about use that an event asks with which effects apply: the first sign that those of a trait do, or the
/// resolution of an activation (itself, where it is no link of a chain). Nothing for others.
std::optional<UseQuestion> applicationBy(const EventAtHand& at);

/// The use of a trait of which an event is the first sign that its effects apply; null for other events.
const Use* firstSignOf(const EventAtHand& at);

}  // namespace docket
