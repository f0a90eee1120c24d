// Exports the tables of an archive for analysts: the games that its log has and no earlier export.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "tools/columns/export_folder.h"
#include "tools/game/game_loader.h"

namespace docket::columns {

struct Exported {
  LeafRange leaves;                                    ///< covered by this export; if none, `first` is `end`
  std::uint64_t games = 0;                             ///< written, those that cannot be read too
  std::uint64_t unreadable = 0;                        ///< of the archive, now: damaged, or of a newer program
  std::uint64_t live = 0;                              ///< left out, because they are not finished
  std::array<std::uint64_t, kTables> rows{}, bytes{};  ///< of each table, in the order of tables()
};

/// Writes the games that were finished, or continued after their end, since the last export to this folder. Memory
/// depends on the largest game and on how many games are new (16 bytes and the id of each), not on how long they are.
/// Throws BadInput if the folder holds something else or tables of another archive, EnvironmentError if it cannot be
/// written.
[[nodiscard]] Exported exportTables(GameLoader& loader, const std::filesystem::path& folder, FileFormat format,
                                    const std::function<void(std::uint64_t done, std::uint64_t total)>& progress);

}  // namespace docket::columns
