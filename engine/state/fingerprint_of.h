// Computes the fingerprint of a whole state, to verify the one that folding keeps up to date.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// The fingerprint of a state, recomputed from all of its facts.
Fingerprint fingerprintOf(const State& state);

}  // namespace docket
