// The fingerprint of a whole state, for those who hold it against the one that the state keeps as it is folded.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// The fingerprint of a state, counted anew from all of its facts.
Fingerprint fingerprintOf(const State& state);

}  // namespace docket
