// Keyframes as bytes, and their spacing.
#pragma once

#include <capnp/common.h>
#include <kj/array.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/state/state.h"

namespace docket {

/// The distance between keyframes in events is this or a multiple of it: on a table with some hundred cards, reaching a
/// point from the last keyframe takes less than a millisecond.
inline constexpr EventNumber kKeyframeEvents = 512;

/// The spacing of keyframes for a game in this state: a multiple of kKeyframeEvents, so that the cost of keyframes per
/// event does not grow with the size of the table.
[[nodiscard]] inline EventNumber eventsBetweenKeyframes(const State& state) {
  constexpr std::size_t kFacts = 1024;  // cards and changes that a keyframe of each kKeyframeEvents may have
  const std::size_t computed = state.computed == nullptr ? 0 : state.computed->entries.size();
  const std::size_t facts = state.cards.size() + state.entries.live() + computed;
  return kKeyframeEvents * static_cast<EventNumber>(std::bit_ceil(facts / kFacts + 1));
}

/// The words of a keyframe of the state, in one segment and in the order of its fields, as an archive keeps it best.
[[nodiscard]] kj::Array<capnp::word> keyframeOf(const State& state, const Rules& rules);

inline std::span<const std::uint8_t> bytesOf(const kj::Array<capnp::word>& words) {
  return {reinterpret_cast<const std::uint8_t*>(words.begin()), words.size() * sizeof(capnp::word)};
}

}  // namespace docket
