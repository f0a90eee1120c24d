// The layout of the log's rows, and of its stored tree. The log's leaves are the sealed games' leaves, in the order in
// which they were sealed (events/log/leaf.h).
// Numbers in keys are big-endian, of 8 bytes.
//
// clang-format off
//   log     'l' leaf                     its bytes
//           'h' level index              the hash of a complete subtree, of levels 8, 16, ... only; those between are
//                                        computed from at most 256 rows
//           'k' leaf                     nothing: the leaf is of a change of keys
//           'c' size                     a signed checkpoint of the log of that size, as text
//           'f'                          what the archive follows, if it follows another one (store/followed.h)
//   games   game 5 last                  the number of the leaf of the segment that ends there
// clang-format on
//
// Invariant: a leaf is written in the batch that seals its segment, so neither exists without the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "events/log/merkle_tree.h"
#include "store/database.h"

namespace docket::detail {

/// The levels whose hashes are stored are multiples of this.
inline constexpr unsigned kStoredLevels = 8;

inline constexpr std::string_view kFollowedRow = "f";

[[nodiscard]] std::string leafKey(std::uint64_t leaf);
[[nodiscard]] std::string hashKey(unsigned level, std::uint64_t index);
[[nodiscard]] std::string keyLeafKey(std::uint64_t leaf);
[[nodiscard]] std::string checkpointKey(std::uint64_t size);
[[nodiscard]] std::string segmentLeafKey(std::uint32_t game, std::uint32_t last);

/// The number of leaves.
[[nodiscard]] std::uint64_t logSize(const Database& database);
/// The stored tree. A query throws DamagedArchive if rows are missing. The database must outlive it.
[[nodiscard]] SubtreeHash storedHashes(const Database& database);

}  // namespace docket::detail
