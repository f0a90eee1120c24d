// docket tiles: writes the archive's log as files that any web server can serve.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <string_view>

#include "events/errors.h"
#include "events/json_writer.h"
#include "events/log/merkle_tree.h"
#include "events/log/tile.h"
#include "tools/commands/command.h"
#include "tools/game/archive_log.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/render/text.h"

namespace docket {
namespace {

constexpr std::string_view kTilesHelp =
    R"(Writes the log of the newest checkpoint into a folder, in the public format of transparency logs (C2SP tlog-tiles):
"checkpoint", "tile/..." with the hashes and "tile/entries/..." with the leaves. Any web server can serve it, and anybody
can check with it that their checkpoint is of the same log, without asking the archive. No game is in it: a leaf has a
salted commitment of the game's id, its head and its count of events.

What is there already and full stays as it is, so that writing again costs what is new. The file "checkpoint" is written
last.

--json: {"size","written","bytes"}.

Examples:
  docket tiles public/log)";

void writeLogFile(const std::filesystem::path& path, std::string_view bytes) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error)
    throw EnvironmentError(
        fmt::format("{}: the folder cannot be made: {}", path.parent_path().string(), error.message()));
  OutputFile file(path);
  file.stream() << bytes;
  file.keep();
}

std::vector<std::uint8_t> tileContent(const Tile& tile, const Log& log, const SubtreeHash& hashes) {
  if (tile.level) return tileBytes(tile, hashes);
  std::vector<std::vector<std::uint8_t>> leaves;
  log.forEachLeaf(tile.index * kTileWidth, [&](std::uint64_t, std::vector<std::uint8_t> leaf) {
    leaves.push_back(std::move(leaf));
    return leaves.size() < tile.width;
  });
  return bundleBytes(leaves);
}

/// How far the folder goes already: the size that its checkpoint says, 0 where there is none. Throws BadInput where it
/// is of another log.
std::uint64_t sizeThere(const std::filesystem::path& folder, const Log& log) {
  const auto file = folder / "checkpoint";
  if (!std::filesystem::exists(file)) return 0;
  const auto there = readCheckpoint(file).checkpoint;
  const auto found = compare(log, there);
  if (!found.holds())
    throw BadInput(fmt::format("{}: it is not written over, as it is of another log: of the archive {}", file.string(),
                               wordsOf(found, there)));
  return there.size;
}

int runTiles(const Arguments& arguments, Streams& streams) {
  const std::filesystem::path folder = arguments.words().front();
  if (std::filesystem::is_regular_file(folder) || Archive::standsAt(folder))
    throw BadInput(fmt::format("{}: this is {}: name a folder of its own for the tiles", folder.string(),
                               Archive::standsAt(folder) ? "an archive" : "a file"));
  const auto archive = Archive::open(arguments.archive(), Access::read);
  const auto log = archive.log();
  const auto newest = newestCheckpoint(archive);
  const auto hashes = log.hashes();
  std::uint64_t bytes = 0;
  const auto tiles = tilesOf(newest.checkpoint.size, sizeThere(folder, log));
  ProgressLine progress(streams);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    constexpr std::size_t kBetween = 64;
    if (i % kBetween == kBetween - 1) progress.show(fmt::format("{} of {} tiles", i + 1, tiles.size()));
    const Tile& tile = tiles[i];
    const auto content = tileContent(tile, log, hashes);
    writeLogFile(folder / pathOf(tile), {reinterpret_cast<const char*>(content.data()), content.size()});
    bytes += content.size();
  }
  writeLogFile(folder / "checkpoint", textOf(newest.note));
  progress.wipe();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("size", newest.checkpoint.size).member("written", tiles.size()).member("bytes", bytes);
    writeAnswer(streams.out, "tiles", json.end().text());
    return 0;
  }
  streams.out << fmt::format("{}: the log of {}, {} written, {} bytes\n", printable(folder.string()),
                             counted(newest.checkpoint.size, "leaf", "leaves"), counted(tiles.size(), "tile"), bytes);
  return 0;
}

}  // namespace

Command tilesCommand() {
  return {.name = "tiles",
          .words = "DIR",
          .summary = "write the log as files that any web server can serve",
          .help = kTilesHelp,
          .least_words = 1,
          .most_words = 1,
          .options = {},
          .run = runTiles};
}

}  // namespace docket
