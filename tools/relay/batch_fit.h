// Whether a batch from a hall continues the archive's record of the game.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "tools/relay/message.h"

namespace docket::relay {

/// The end of a record, as the archive stores it (store/rows/rows.h).
struct Tail {
  std::uint32_t count = 0, sealed = 0;
  Digest head{};
  bool operator==(const Tail&) const = default;
};

enum class Fit : std::uint8_t {
  next,     ///< it begins after the last event
  there,    ///< the archive has all of it
  resend,   ///< it begins after a gap, or before the end and goes beyond it
  differs,  ///< it belongs to a different record
};

/// `tail`: the archive's record of the game, if it has one. `head_at` gives its head after an event up to tail->count.
[[nodiscard]] Fit fitOf(const Batch& batch, const std::optional<Tail>& tail,
                        const std::function<Digest(std::uint32_t)>& head_at);

}  // namespace docket::relay
