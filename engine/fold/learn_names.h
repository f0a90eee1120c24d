// The names that an event brings, learned by the state that it is judged with and folded into: so no copy of that state
// has to be made that knows them.
// Invariant: no fact of a state is another with them, nor its fingerprint. Whoever folds the event next says so
// (`names_known` of reduce()).
#pragma once

#include "engine/query/surroundings.h"
#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket {

/// Throws DamagedArchive where one of them is empty or known already.
void learnNames(State& state, const Rules& rules, EventNumber number, const Surroundings& around);

}  // namespace docket
