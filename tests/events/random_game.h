// Random games for tests: every field of every payload is filled by reflection, so a new field of the
// schema is tested without a change here. The events are well formed and mean nothing.
#pragma once

#include <cstdint>

#include "events/digest.h"
#include "events/recording.h"

namespace docket {

/// A game of so many events; the same for the same seed.
[[nodiscard]] Recording randomGame(std::uint64_t seed, std::uint32_t events);

/// A secret for tests; the same for the same seed.
[[nodiscard]] Secret testSecret(std::uint8_t seed = 7);

}  // namespace docket
