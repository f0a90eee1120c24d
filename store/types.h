// The small values that the archive's headers share. Bytes that the archive keeps for others are opaque to it.
#pragma once

#include <array>
#include <cstdint>

namespace docket {

/// 32 bytes that the archive is given and gives back: a head, a digest of a document, a tag of keyframes.
using Bytes32 = std::array<std::uint8_t, 32>;

/// A game's secret, from which the salts of its hidden fields are derived.
using Secret = Bytes32;

/// A secret for a new game, from the operating system's source of randomness.
[[nodiscard]] Secret newSecret();

}  // namespace docket
