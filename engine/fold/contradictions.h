// What depends on the order in which a stat received its bounds. Since when a stat has the bounds of continuous traits
// is noted where the ruleset lets the first of two bounds hold. Bounds that were ignored: while a minimum and a maximum
// contradict each other and neither is applied (case iii), a ruleset can hold that a minimum which is left has no
// effect either, until it contradicts again (schemas/ruleset.capnp, "afterContradiction"). That depends on what was, so
// it is a fact of the state.
#pragma once

#include "engine/state/state.h"

namespace docket {

class Fold;

/// Notes of which stats the bounds are ignored now: State::contradicted.
void noteContradictions(State& state, const Rules& rules);
/// At the end of an event: the bounds that are left of a contradiction stay ignored.
void foldContradictions(Fold& fold);

}  // namespace docket
