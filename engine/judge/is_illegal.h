// Whether an act is illegal, for the reducer: if the ruleset holds illegal acts void, it asks this about each of them.
// Invariant: an act is illegal if judge() would make a certain finding against the act itself.
#pragma once

#include "engine/query/acts/pending_event.h"

namespace docket {

/// Collects no evidence and allocates no memory. The state must know the names and cards that the event gives.
bool isIllegal(const PendingEvent& pending);

}  // namespace docket
