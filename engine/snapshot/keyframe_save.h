// Saves a state as a keyframe, so that a point of a long game is reached without folding all earlier events.
// Invariant: the state loaded from it (keyframe_load.h) equals the state that was saved.
#pragma once

#include <capnp/common.h>
#include <kj/array.h>

#include "engine/state/state.h"

namespace docket {

/// The state as a keyframe (schemas/state.capnp).
kj::Array<capnp::word> saveKeyframe(const State& state, const Rules& rules);

}  // namespace docket
