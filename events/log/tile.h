// The tree as static files for any web server (C2SP tlog-tiles): tiles of up to 256 hashes, and bundles of up to 256
// leaves, each leaf after 2 bytes of its length, big-endian.
//
//   tile/L/N[.p/W]        hashes of level 8 * L, 32 bytes each; N in groups of three digits: x001/x234/067
//   tile/entries/N[.p/W]  the leaves whose hashes are in the tile of level 0
//   .p/W                  the last one, with W hashes or leaves so far
//
// Invariant: the bytes of a tile are read only with the width in its path.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/merkle_tree.h"

namespace docket {

/// How many hashes or leaves a full tile has.
inline constexpr unsigned kTileWidth = 256;
/// The largest leaf that a bundle can hold, in bytes.
inline constexpr std::size_t kMaxLeafBytes = 65'535;

/// Identifies a tile by its place; the bytes are separate.
struct Tile {
  std::optional<unsigned> level;  ///< of a tile of hashes, from 0 to 7; empty for a bundle of leaves
  std::uint64_t index = 0;
  unsigned width = kTileWidth;  ///< from 1 to 256; less than 256: it is not full

  bool operator==(const Tile&) const = default;
};

/// The tile's path from the log's folder, with "/".
[[nodiscard]] std::string pathOf(const Tile& tile);
/// The tile of a path; empty if it is not a tile path.
[[nodiscard]] std::optional<Tile> tileOf(std::string_view path);

/// The tiles and bundles of a tree of this size that a tree of `old_size` lacks: level by level from 0, then the
/// bundles.
[[nodiscard]] std::vector<Tile> tilesOf(std::uint64_t size, std::uint64_t old_size = 0);

/// The tile of a tree of this size from which the hash of a complete subtree of it can be computed.
[[nodiscard]] Tile tileWith(const Subtree& subtree, std::uint64_t size);

/// The bytes of a tile of hashes.
[[nodiscard]] std::vector<std::uint8_t> tileBytes(const Tile& tile, const SubtreeHash& hashes);
/// The hash of a complete subtree, computed from the bytes of the tile that holds it (tileWith). Throws BadInput if the
/// bytes do not have the tile's width.
[[nodiscard]] TreeHash hashWithin(const Tile& tile, std::span<const std::uint8_t> bytes, const Subtree& subtree);

/// The bytes of a bundle of leaves.
[[nodiscard]] std::vector<std::uint8_t> bundleBytes(std::span<const std::vector<std::uint8_t>> leaves);
/// The leaves of a bundle of `width` leaves. Throws BadInput with the byte at which the bundle is malformed.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> leavesOf(std::span<const std::uint8_t> bundle, unsigned width);

}  // namespace docket
