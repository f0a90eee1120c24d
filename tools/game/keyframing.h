// Keyframes as bytes, and how often one is kept.
#pragma once

#include <capnp/common.h>

#include <cstdint>
#include <span>
#include <vector>

#include "engine/rules/ids.h"

namespace docket {

/// A keyframe is kept after each so many events: the way from it to any point costs less than a millisecond.
inline constexpr EventNumber kKeyframeEvents = 512;

inline std::span<const std::uint8_t> bytesOf(const kj::Array<capnp::word>& words) {
  return {reinterpret_cast<const std::uint8_t*>(words.begin()), words.size() * sizeof(capnp::word)};
}

}  // namespace docket
