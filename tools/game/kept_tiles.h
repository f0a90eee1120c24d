// Tiles of a log in a folder, beside the archive as it is now: whether they are its own, and which records are not what
// they were.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "events/log/checkpoint.h"
#include "events/log/tile.h"
#include "store/archive.h"

namespace docket {

/// The bytes of a tile of the log.
[[nodiscard]] std::vector<std::uint8_t> tileContent(const Tile& tile, const Log& log, const SubtreeHash& hashes);

/// Whether the tile is in the folder with these bytes.
[[nodiscard]] bool hasTile(const std::filesystem::path& folder, const Tile& tile,
                           std::span<const std::uint8_t> content);

/// Throws BadInput if the folder has not each tile of the checkpoint's log, with which the archive's log begins.
void requireTiles(const std::filesystem::path& folder, const Checkpoint& checkpoint, const Log& log);

/// The leaves of a checkpoint's log, read from a folder of tiles. Throws BadInput if they are not there, or are not
/// those of the checkpoint.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> leavesFromTiles(const std::filesystem::path& folder,
                                                                     const Checkpoint& checkpoint);

/// A leaf that the log of the archive does not have any more at its place.
struct ChangedLeaf {
  std::uint64_t leaf = 0;
  std::string game;  ///< its id; empty: no game of the archive has it
  std::string what;  ///< in one sentence, without a full stop
};

/// The leaves of `kept` that are others in the archive, or missing, in their order.
[[nodiscard]] std::vector<ChangedLeaf> changedSince(const Archive& archive,
                                                    const std::vector<std::vector<std::uint8_t>>& kept);

}  // namespace docket
