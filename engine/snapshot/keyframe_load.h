// Loads a state from a keyframe (keyframe_save.h).
// Invariant: a loaded state equals the state that was saved; a keyframe for which that is not so is refused.
#pragma once

#include <capnp/common.h>
#include <span>

#include "engine/state/state.h"

namespace docket {

/// The state of a keyframe. Throws DamagedArchive if its numbers are out of range, or if the fingerprint of its facts
/// is not the one stored in it; keyframes can be deleted and are then made again.
State loadKeyframe(std::span<const capnp::word> words, const Rules& rules);

/// The fingerprint of a keyframe's facts, computed from them; for callers that need nothing else, because computing the
/// results of continuous traits can take long. Throws likewise.
Fingerprint fingerprintOfKeyframe(std::span<const capnp::word> words, const Rules& rules);

}  // namespace docket
