#include "events/log/tile.h"

#include <fmt/format.h>
#include <kj/debug.h>

#include <algorithm>

#include "events/errors.h"
#include "events/log/big_endian.h"
#include "events/log/note_lines.h"
#include "events/text/letters.h"

namespace docket {
namespace {

constexpr unsigned kTileLevels = 8;  // levels of the tree in a tile: 2^8 hashes
constexpr unsigned kMaxTileLevel = 7;
constexpr std::size_t kHashBytes = TreeHash{}.size();
constexpr std::size_t kLengthBytes = 2;

/// How many hashes of level 8 * `level` a tree of this size has.
std::uint64_t hashesAt(unsigned level, std::uint64_t size) { return size >> (kTileLevels * level); }

/// The part of a path up to the next "/", which is taken off it.
std::string_view takePart(std::string_view& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return part;
}

bool isThreeDigits(std::string_view part) { return part.size() == 3 && areDigits(part); }

void addTiles(std::optional<unsigned> level, std::uint64_t count, std::uint64_t old_count, std::vector<Tile>& tiles) {
  if (count == old_count) return;
  for (std::uint64_t index = old_count / kTileWidth; index * kTileWidth < count; ++index) {
    tiles.push_back({.level = level,
                     .index = index,
                     .width = static_cast<unsigned>(std::min<std::uint64_t>(kTileWidth, count - index * kTileWidth))});
  }
}

TreeHash hashAt(std::span<const std::uint8_t> bytes, std::size_t place) {
  TreeHash hash{};
  const auto one = bytes.subspan(place * kHashBytes, kHashBytes);
  std::copy(one.begin(), one.end(), hash.begin());
  return hash;
}

}  // namespace

std::string pathOf(const Tile& tile) {
  std::string groups = fmt::format("{:03}", tile.index % 1000);
  for (std::uint64_t rest = tile.index / 1000; rest != 0; rest /= 1000)
    groups = fmt::format("x{:03}/{}", rest % 1000, groups);
  std::string path =
      tile.level ? fmt::format("tile/{}/{}", *tile.level, groups) : fmt::format("tile/entries/{}", groups);
  if (tile.width != kTileWidth) path += fmt::format(".p/{}", tile.width);
  return path;
}

std::optional<Tile> tileOf(std::string_view path) {
  const std::string_view whole = path;
  Tile tile;
  if (takePart(path) != "tile") return std::nullopt;
  const std::string_view level = takePart(path);
  if (level != "entries") {
    const auto number = numberOf(level);
    if (!number || *number > kMaxTileLevel) return std::nullopt;
    tile.level = static_cast<unsigned>(*number);
  }
  std::string_view part;
  do {
    part = takePart(path);
    const bool more = part.starts_with('x');
    const bool partial = part.ends_with(".p");
    const std::string_view digits = part.substr(more ? 1 : 0, 3);
    if (!isThreeDigits(digits) || part.size() != digits.size() + (more ? 1U : 0U) + (partial ? 2U : 0U) ||
        tile.index > kMaxLeaves / 1000) {
      return std::nullopt;
    }
    tile.index =
        tile.index * 1000 + numberOf(digits.substr(std::min(digits.find_first_not_of('0'), std::size_t{2}))).value();
    if (partial) {
      const auto width = numberOf(takePart(path));
      if (!width || *width == 0 || *width >= kTileWidth) return std::nullopt;
      tile.width = static_cast<unsigned>(*width);
    }
  } while (part.starts_with('x'));
  return pathOf(tile) == whole ? std::optional(tile) : std::nullopt;  // a tile has one path
}

std::vector<Tile> tilesOf(std::uint64_t size, std::uint64_t old_size) {
  KJ_REQUIRE(old_size <= size && size <= kMaxLeaves, "a tree grows", old_size, size);
  std::vector<Tile> tiles;
  for (unsigned level = 0; level <= kMaxTileLevel; ++level)
    addTiles(level, hashesAt(level, size), hashesAt(level, old_size), tiles);
  addTiles(std::nullopt, size, old_size, tiles);
  return tiles;
}

Tile tileWith(const Subtree& subtree, std::uint64_t size) {
  const unsigned level = subtree.level / kTileLevels;
  Tile tile{.level = level, .index = subtree.index >> (kTileLevels - subtree.level % kTileLevels)};
  const std::uint64_t begin = tile.index * kTileWidth;
  KJ_REQUIRE(size <= kMaxLeaves && begin < hashesAt(level, size), "a subtree is within the tree", subtree.level,
             subtree.index, size);
  tile.width = static_cast<unsigned>(std::min<std::uint64_t>(kTileWidth, hashesAt(level, size) - begin));
  return tile;
}

std::vector<std::uint8_t> tileBytes(const Tile& tile, const SubtreeHash& hashes) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(tile.width * kHashBytes);
  for (unsigned i = 0; i < tile.width; ++i) {
    const TreeHash hash = hashes(tile.level.value() * kTileLevels, tile.index * kTileWidth + i);
    bytes.insert(bytes.end(), hash.begin(), hash.end());
  }
  return bytes;
}

TreeHash hashWithin(const Tile& tile, std::span<const std::uint8_t> bytes, const Subtree& subtree) {
  if (bytes.size() != tile.width * kHashBytes) {
    throw BadInput(
        pathOf(tile), 0, 0,
        fmt::format("{} bytes, expected {}: {} hashes of 32", bytes.size(), tile.width * kHashBytes, tile.width));
  }
  const unsigned height = subtree.level % kTileLevels;
  const std::uint64_t begin = (subtree.index << height) - tile.index * kTileWidth;
  KJ_REQUIRE(tile.level == subtree.level / kTileLevels && begin + (1U << height) <= tile.width,
             "a subtree is within its tile", subtree.level, subtree.index);
  std::vector<TreeHash> hashes;
  for (std::size_t i = 0; i < (1U << height); ++i) hashes.push_back(hashAt(bytes, begin + i));
  for (; hashes.size() > 1; hashes.resize(hashes.size() / 2)) {
    for (std::size_t i = 0; i < hashes.size() / 2; ++i) hashes[i] = nodeHash(hashes[2 * i], hashes[2 * i + 1]);
  }
  return hashes.front();
}

std::vector<std::uint8_t> bundleBytes(std::span<const std::vector<std::uint8_t>> leaves) {
  std::vector<std::uint8_t> bytes;
  for (const auto& leaf : leaves) {
    KJ_REQUIRE(leaf.size() <= kMaxLeafBytes, "a leaf fits in a bundle", leaf.size());
    appendBigEndian(bytes, leaf.size(), kLengthBytes);
    bytes.insert(bytes.end(), leaf.begin(), leaf.end());
  }
  return bytes;
}

std::vector<std::vector<std::uint8_t>> leavesOf(std::span<const std::uint8_t> bundle, unsigned width) {
  std::vector<std::vector<std::uint8_t>> leaves;
  const std::size_t size = bundle.size();
  while (!bundle.empty()) {
    const std::size_t at = size - bundle.size();
    if (bundle.size() < kLengthBytes)
      throw BadInput(fmt::format("a bundle of leaves, byte {}: a length is cut off", at));
    const std::size_t length = fromBigEndian(bundle.first(kLengthBytes));
    bundle = bundle.subspan(kLengthBytes);
    if (bundle.size() < length) throw BadInput(fmt::format("a bundle of leaves, byte {}: a leaf is cut off", at));
    if (leaves.size() == width)
      throw BadInput(fmt::format("a bundle of leaves, byte {}: it should end here, after {}", at, width));
    leaves.emplace_back(bundle.begin(), bundle.begin() + static_cast<std::ptrdiff_t>(length));
    bundle = bundle.subspan(length);
  }
  if (leaves.size() != width)
    throw BadInput(fmt::format("a bundle of leaves: it has {}, expected {}", leaves.size(), width));
  return leaves;
}

}  // namespace docket
