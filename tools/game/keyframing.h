// Keyframes as bytes, and how often one is kept.
#pragma once

#include <capnp/common.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/rules/ids.h"

namespace docket {

/// A keyframe is kept after each so many events at most: the way from it to any point costs less than a millisecond.
inline constexpr EventNumber kKeyframeEvents = 512;

/// After how many events of a game that has so many cards a keyframe is kept: a multiple of kKeyframeEvents, so that
/// what keyframes cost an event does not grow with what lies on the table.
[[nodiscard]] inline EventNumber eventsBetweenKeyframes(std::size_t cards) {
  constexpr std::size_t kCards = 1024;
  return kKeyframeEvents * static_cast<EventNumber>(std::bit_ceil(cards / kCards + 1));
}

inline std::span<const std::uint8_t> bytesOf(const kj::Array<capnp::word>& words) {
  return {reinterpret_cast<const std::uint8_t*>(words.begin()), words.size() * sizeof(capnp::word)};
}

}  // namespace docket
