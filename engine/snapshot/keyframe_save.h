// A state written down as a keyframe, so that a point of a long game is reached without folding all that came before.
// Invariant: what is loaded again (keyframe_load.h) equals the state that was saved.
#pragma once

#include <capnp/common.h>
#include <kj/array.h>

#include "engine/state/state.h"

namespace docket {

/// The words of a keyframe (schemas/state.capnp) of the state.
kj::Array<capnp::word> saveKeyframe(const State& state, const Rules& rules);

}  // namespace docket
