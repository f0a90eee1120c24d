// docket tiles: writes the archive's log as files that any web server can serve.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/log/merkle_tree.h"
#include "events/log/tile.h"
#include "tools/commands/command.h"
#include "tools/follow/served_folder.h"
#include "tools/game/archive_log.h"
#include "tools/game/kept_tiles.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kTilesHelp =
    R"(Writes the log of the newest checkpoint to DIR in the format of transparency logs
(C2SP tlog-tiles), for any web server. With it anybody can check that their
checkpoint belongs to the same log. It contains no game: a leaf has a commitment to
the id, the head and the number of events. Existing tiles stay unless damaged.

With --games also the games and their documents, of which docket follow makes copies:
whole records, with every hidden value and every name that is not erased, so serve them
only to those who may see them (docs/many_machines.md).)";

constexpr std::string_view kTilesExamples =
    R"(  docket tiles public/log
  docket tiles copies --games
  docket tiles public/log --archive docket-archive)";

/// Throws BadInput if a link is in the way: it could lead out of the folder.
void requireNoLink(const std::filesystem::path& folder, const std::string& path) {
  auto at = folder;
  for (const auto& part : std::filesystem::path(path)) {
    std::error_code none;
    at /= part;
    if (std::filesystem::is_symlink(at, none))
      throw BadInput(fmt::format("{}: this is a link: remove it, or name another folder", at.string()));
  }
}

void writeLogFile(const std::filesystem::path& folder, const std::string& name, std::string_view bytes) {
  requireNoLink(folder, name);
  const auto path = folder / name;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error)
    throw EnvironmentError(
        fmt::format("{}: cannot create the folder: {}", path.parent_path().string(), error.message()));
  writeOutputFile(path, bytes);
}

/// Throws BadInput if the folder's checkpoint is of another log.
void requireSameLog(const std::filesystem::path& folder, const Log& log) {
  const auto file = folder / "checkpoint";
  if (!std::filesystem::exists(file)) return;
  const auto written = readCheckpoint(file).checkpoint;
  if (const auto found = compare(log, written); !found.holds())
    throw BadInput(fmt::format("{}: this is the checkpoint of another log and is not overwritten: {}", file.string(),
                               wordsOf(found, written)));
}

/// Throws DamagedArchive if the leaves are not those of the checkpoint.
void requireLeaves(const Archive& archive, const Checkpoint& checkpoint) {
  TreeGrowth tree;
  archive.log().forEachLeaf(0, [&](std::uint64_t number, const std::vector<std::uint8_t>& leaf) {
    if (number < checkpoint.size) tree.append(leafHash(leaf), [](unsigned, std::uint64_t, const TreeHash&) {});
    return number + 1 < checkpoint.size;
  });
  if (tree.root() != checkpoint.root)
    throw DamagedArchive(
        fmt::format("{}: the leaves of its log do not match its checkpoint; docket check has the details",
                    archive.path().string()));
}

/// Counts of what was written into the folder.
struct TilesWritten {
  std::uint64_t size = 0, tiles = 0, bytes = 0;
  bool with_games = false;
  follow::ServedFiles games{};
};

void writeTiles(const Archive& archive, const Checkpoint& checkpoint, const std::filesystem::path& folder,
                ProgressLine& progress, TilesWritten& written) {
  const auto log = archive.log();
  const auto hashes = log.hashes();
  const auto tiles = tilesOf(checkpoint.size);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    constexpr std::size_t kBetween = 64;
    if (i % kBetween == kBetween - 1) progress.show(fmt::format("{} of {} tiles", i + 1, tiles.size()));
    const Tile& tile = tiles[i];
    const auto content = tileContent(tile, log, hashes);
    if (hasTile(folder, tile, content)) continue;
    writeLogFile(folder, pathOf(tile), {reinterpret_cast<const char*>(content.data()), content.size()});
    ++written.tiles;
    written.bytes += content.size();
  }
}

int sayWritten(const TilesWritten& written, const std::filesystem::path& folder, const Arguments& arguments,
               Streams& streams) {
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("size", written.size).member("written", written.tiles).member("bytes", written.bytes);
    if (written.with_games) {
      json.object("games").member("written", written.games.written).member("replaced", written.games.replaced);
      json.member("bytes", written.games.bytes).end();
    }
    writeAnswer(streams.out, "tiles", json.end().text());
    return kAgrees;
  }
  streams.out << fmt::format("{}: the log of {}, {} written, {} bytes\n", printable(folder.string()),
                             counted(written.size, "leaf", "leaves"), counted(written.tiles, "tile"), written.bytes);
  if (written.with_games)
    streams.out << fmt::format("{} of games and documents written, {} replaced to erase a name, {} bytes\n",
                               counted(written.games.written, "file"), written.games.replaced, written.games.bytes);
  return kAgrees;
}

int runTiles(const Arguments& arguments, Streams& streams) {
  const std::filesystem::path folder = arguments.words().front();
  if (std::filesystem::is_regular_file(folder) || Archive::archiveExists(folder))
    throw BadInput(fmt::format("{}: this is {}: name a separate folder for the tiles", folder.string(),
                               Archive::archiveExists(folder) ? "an archive" : "a file"));
  if (!arguments.has("games") && follow::servesGames(folder))
    throw BadInput(fmt::format("{}: games are served from this folder: give --games", folder.string()));
  const auto archive = Archive::open(arguments.archive(), Access::read);
  const auto newest = newestCheckpoint(archive);
  requireSameLog(folder, archive.log());
  requireLeaves(archive, newest.checkpoint);
  TilesWritten written{.size = newest.checkpoint.size, .with_games = arguments.has("games")};
  ProgressLine progress(streams);
  writeTiles(archive, newest.checkpoint, folder, progress, written);
  if (written.with_games) {
    written.games = follow::serveGames(
        archive, newest.checkpoint, folder,
        [&](const std::string& path, std::string_view bytes) { writeLogFile(folder, path, bytes); },
        [&](std::uint64_t done, std::uint64_t all) { progress.show(fmt::format("{} of {} games", done, all)); });
  }
  writeLogFile(folder, "checkpoint", textOf(newest.note));
  progress.wipe();
  return sayWritten(written, folder, arguments, streams);
}

}  // namespace

Command tilesCommand() {
  return {.name = "tiles",
          .words = "DIR",
          .summary = "write the log, and its games, as static files",
          .help = kTilesHelp,
          .examples = kTilesExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "games", .value = {}, .help = "also write the games, for docket follow"}},
          .run = runTiles};
}

}  // namespace docket
