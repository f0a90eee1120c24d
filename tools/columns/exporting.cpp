#include "tools/columns/exporting.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "events/digest.h"
#include "events/errors.h"
#include "events/log/merkle_tree.h"
#include "store/game_reader.h"
#include "tools/columns/game_rows.h"

namespace docket::columns {
namespace {

std::string rootAt(const Log& log, std::uint64_t size) { return hex(rootOf(size, log.hashes())); }

/// Refuses a folder with tables of another archive, or of a later state of this one.
void requireSameLog(const ExportFolder& folder, const std::filesystem::path& path, const Log& log) {
  for (const LeafRange& range : folder.exported()) {
    if (range.end > log.size() || !rootAt(log, range.end).starts_with(range.root))
      throw BadInput(fmt::format("{}: its tables up to leaf {} are of another archive: name a new folder",
                                 path.string(), range.end));
  }
}

/// The games with a leaf from `first` on, in the order of their leaves; counts those that are left out.
std::vector<GameOfLeaf> gamesFrom(const Archive& archive, std::uint64_t first, Exported& exported) {
  std::vector<GameOfLeaf> games;
  EveryGame every(archive);
  GameReader reader(archive);
  const Log log = archive.log();
  while (auto next = every.next()) {
    try {
      const Game game = reader.open(next->number);
      if (game.sealed() == 0) {
        ++exported.live;
        continue;
      }
      const auto leaves = log.leavesOf(game);
      if (!leaves.empty() && leaves.back().leaf >= first)
        games.push_back({.game = std::move(*next), .leaf = leaves.back().leaf});
    } catch (const DamagedArchive&) {
      ++exported.unreadable;  // without its leaf it is in no export
    }
  }
  std::sort(games.begin(), games.end(),
            [](const GameOfLeaf& one, const GameOfLeaf& other) { return one.leaf < other.leaf; });
  return games;
}

}  // namespace

Exported exportTables(GameLoader& loader, const std::filesystem::path& path, FileFormat format,
                      const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  const Log log = loader.archive().log();
  ExportFolder folder(path, format);
  requireSameLog(folder, path, log);
  Exported exported;
  exported.leaves.first = folder.exported().empty() ? 0 : folder.exported().back().end;
  exported.leaves.end = log.size();
  exported.leaves.root = rootAt(log, log.size());
  const auto games = gamesFrom(loader.archive(), exported.leaves.first, exported);
  if (exported.leaves.first == exported.leaves.end) return exported;
  const auto files = folder.begin({{"docket.leaves", fmt::format("{}-{}", exported.leaves.first, exported.leaves.end)},
                                   {"docket.root", exported.leaves.root}});
  GameTables rows(loader, *files);
  for (const GameOfLeaf& game : games) {
    if (!rows.add(game)) ++exported.unreadable;
    progress(++exported.games, games.size());
  }
  files->finish();
  exported.rows = files->rows();
  exported.bytes = folder.commit(exported.leaves);
  return exported;
}

}  // namespace docket::columns
