// A state made of a keyframe (keyframe_save.h).
// Invariant: a state that is loaded equals the state that was saved; one that does not is refused.
#pragma once

#include <capnp/common.h>
#include <span>

#include "engine/state/state.h"

namespace docket {

/// The state of a keyframe. Throws DamagedArchive if its numbers are out of range, or its facts have another
/// fingerprint than the one that it names: keyframes are deleted and made again then.
State loadKeyframe(std::span<const capnp::word> words, const Rules& rules);

/// The fingerprint of its facts, counted from them; for callers that need nothing else, because computing the results
/// of continuous traits can take long. Throws likewise.
Fingerprint fingerprintOfKeyframe(std::span<const capnp::word> words, const Rules& rules);

}  // namespace docket
