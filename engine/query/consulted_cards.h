// By what of the rules the cards of a game were read, for its footprint (consulted.h).
#pragma once

#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket {

/// Adds it to the footprint that the rules take; they take one. The cards are those that the state has learned of, and
/// those whose texts it names: what is granted by name is read as it stands on them.
void noteCards(const State& state, const Rules& rules);

}  // namespace docket
