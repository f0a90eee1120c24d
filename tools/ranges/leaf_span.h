// Runs of leaves of a log: as they are typed and as people read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace docket::leaf_ranges {

/// The leaves from `first` to `last`, both included, from 0.
struct LeafSpan {
  std::uint64_t first = 0, last = 0;
  friend bool operator==(const LeafSpan&, const LeafSpan&) = default;
};

/// The span that "A..B" names in a log of `size` leaves; B may be beyond its last leaf. Throws BadInput, about the
/// option --leaves.
[[nodiscard]] LeafSpan leafSpanOf(std::string_view text, std::uint64_t size);

/// "leaf 3", "leaves 0..9, 20..29"; the first `kMaxSpansShown` of many.
inline constexpr std::size_t kMaxSpansShown = 20;
[[nodiscard]] std::string wordsOf(std::span<const LeafSpan> spans);

}  // namespace docket::leaf_ranges
