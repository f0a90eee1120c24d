// Compares tiles of a log in a folder with the current archive: whether they belong to it, and which records have
// changed.
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

/// True if the folder has the tile with these bytes.
[[nodiscard]] bool hasTile(const std::filesystem::path& folder, const Tile& tile,
                           std::span<const std::uint8_t> content);

/// Throws BadInput if the folder lacks a tile of the checkpoint's log, with which the archive's log begins.
void requireTiles(const std::filesystem::path& folder, const Checkpoint& checkpoint, const Log& log);

/// The leaves of a checkpoint's log, read from a folder of tiles. Throws BadInput if they are not there, or are not
/// those of the checkpoint.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> leavesFromTiles(const std::filesystem::path& folder,
                                                                     const Checkpoint& checkpoint);

/// A leaf that the archive's log no longer has in its place.
struct ChangedLeaf {
  std::uint64_t leaf = 0;
  std::string game;  ///< its id; empty: no game of the archive has it
  std::string what;  ///< in one sentence, without a full stop
};

/// The leaves of `kept` that differ in the archive or are missing, in order.
[[nodiscard]] std::vector<ChangedLeaf> changedSince(const Archive& archive,
                                                    const std::vector<std::vector<std::uint8_t>>& kept);

}  // namespace docket
