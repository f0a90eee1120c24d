// Writes the served files of an archive's games (served_game.h) into the folder of its log.
// Invariant: a file is there before a checkpoint says that the log has its leaf, and is replaced only because a name
// was erased, which is listed first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "events/log/checkpoint.h"
#include "store/archive.h"

namespace docket::follow {

struct ServedFiles {
  std::uint64_t written = 0;   ///< files of games and documents
  std::uint64_t replaced = 0;  ///< files of games, without a name that was erased
  std::uint64_t bytes = 0;
};

/// True if games are served from the folder.
[[nodiscard]] bool servesGames(const std::filesystem::path& folder);

/// Writes the files that the folder lacks of the log of the checkpoint, with which the archive's log begins. `write`:
/// writes a file by its path within the folder.
[[nodiscard]] ServedFiles serveGames(const Archive& archive, const Checkpoint& checkpoint,
                                     const std::filesystem::path& folder,
                                     const std::function<void(const std::string& path, std::string_view bytes)>& write,
                                     const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace docket::follow
