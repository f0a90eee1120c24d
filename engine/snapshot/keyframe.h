// Keyframes: a state written down, so that a point of a long game is reached without folding all that came before.
// Invariant: a state that is loaded equals the state that was saved; one that does not is refused.
#pragma once

#include <capnp/common.h>

#include <kj/array.h>

#include <span>

#include "engine/state/state.h"

namespace docket {

/// The words of a keyframe (schemas/state.capnp) of the state.
kj::Array<capnp::word> saveKeyframe(const State& state, const Rules& rules);

/// The state of a keyframe. Throws DamagedArchive where its numbers are out of range, or its facts have another
/// fingerprint than the one that it names: keyframes are deleted and made anew then.
State loadKeyframe(std::span<const capnp::word> words, const Rules& rules);

/// The fingerprint of a state, counted anew from all of its facts.
Fingerprint fingerprintOf(const State& state);

}  // namespace docket
