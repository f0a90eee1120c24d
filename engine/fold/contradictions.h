// Folds what depends on the order in which a stat received its bounds. If the ruleset lets the first of two bounds
// hold, the fold notes when a stat received the bounds of continuous traits. It also notes ignored bounds: while a
// minimum and a maximum contradict each other and neither is applied (case iii), a ruleset can say that a remaining
// minimum stays without effect until it contradicts again (schemas/ruleset.capnp, "afterContradiction"). Both depend on
// history, so they are facts of the state.
#pragma once

#include "engine/state/state.h"

namespace docket {

class Fold;

/// Updates State::contradicted: the stats whose bounds are ignored now.
void noteContradictions(State& state, const Rules& rules);
/// At the end of an event: bounds that remain of a contradiction stay ignored.
void foldContradictions(Fold& fold);

}  // namespace docket
