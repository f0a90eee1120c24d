// Folds which bounds are ignored: while a minimum and a maximum contradict each other and neither is applied (case
// iii), a ruleset can say that a remaining minimum stays without effect until it contradicts again
// (schemas/ruleset.capnp, "afterContradiction"). That depends on history, so it is a fact of the state.
#pragma once

#include "engine/state/state.h"

namespace docket {

class Fold;

/// Updates State::contradicted: the stats whose bounds are ignored now.
void noteContradictions(State& state, const Rules& rules);
/// Call at the end of an event: bounds that remain of a contradiction stay ignored.
void foldContradictions(Fold& fold);

}  // namespace docket
