// docket export: writes a game as JSON Lines, whole or as one player may see it; or tables of all games for analysts.
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/heads.h"
#include "events/json/json_writer.h"
#include "events/json/jsonl.h"
#include "store/archive.h"
#include "store/naming.h"
#include "tools/columns/exporting.h"
#include "tools/commands/command.h"
#include "tools/game/game_loader.h"
#include "tools/game/record_view.h"
#include "tools/io/elapsed_line.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kExportHelp =
    R"(Writes the header, a line per event, and a last line with the count and the head, so
that damage is noticed; docket import reads it back. It contains the salts of hidden
values: keep it from the players. With --seat, what that player could not see is
replaced by commitments; the head stays the same. Claims and notes are public.

--columns writes every finished game to tables for analysts (docs/json.md); later it
adds those finished since. Exit status: 3 if a game cannot be read.)";

constexpr std::string_view kExportExamples =
    R"(  docket export court > court.jsonl
  docket export court --seat P2 -o for-player-2.jsonl
  docket export --columns tables)";

/// Writes a game and returns its head. The head is computed from what is written, so the game's secret is not needed.
Digest writeGame(const Game& game, std::optional<Seat> viewer, std::ostream& out) {
  const RecordView record = viewer ? RecordView(game, *viewer) : RecordView::whole(game);
  JsonLinesWriter writer;
  out << JsonLinesWriter::header(record.header()) << '\n';
  GameLabel label = game.label();
  label.erased_seats = 0;
  label.recorded_by.clear();  // stays in the archive
  if (!label.empty()) out << JsonLinesWriter::label(label) << '\n';
  Head head(record.header(), Secrets{});
  record.forEach(1, game.count(), [&](std::uint32_t number, const HeldEvent& event) {
    head.append(event, number);
    out << writer.event(event) << '\n';
  });
  const RecordEnd end{.events = game.count(), .head = head.value()};
  out << JsonLinesWriter::end(end) << '\n';
  return end.head;
}

void writeTablesJson(const std::string& folder, const columns::Exported& exported, std::ostream& out) {
  JsonWriter json;
  json.object().member("folder", folder).object("leaves").member("first", exported.leaves.first);
  json.member("end", exported.leaves.end).member("root", exported.leaves.root).end();
  json.member("games", exported.games).member("live", exported.live).member("unreadable", exported.unreadable);
  json.list("tables");
  const auto tables = columns::tables();
  for (std::size_t i = 0; i < tables.size(); ++i) {
    json.object().member("table", tables[i]->name).member("rows", exported.rows[i]);
    json.member("bytes", exported.bytes[i]).end();
  }
  writeAnswer(out, "export", json.end().end().text());
}

void printTables(const std::string& folder, const columns::Exported& exported, std::ostream& out) {
  if (exported.leaves.first == exported.leaves.end) {
    out << fmt::format("{}: no game was finished since the last export\n", printable(folder));
  } else {
    out << fmt::format("{}: {}, leaves {} to {} of the log\n", printable(folder), counted(exported.games, "game"),
                       exported.leaves.first, exported.leaves.end - 1);
    const auto tables = columns::tables();
    for (std::size_t i = 0; i < tables.size(); ++i)
      out << fmt::format("  {}{:>12}{:>10} KiB\n", padded(tables[i]->name, 10), counted(exported.rows[i], "row"),
                         (exported.bytes[i] + 1023) / 1024);
  }
  if (exported.live != 0) out << fmt::format("{} left out: not finished\n", counted(exported.live, "game"));
}

int exportToColumns(const Arguments& arguments, Streams& streams) {
  if (!arguments.words().empty()) throw BadInput("docket export: expected GAME or --columns DIR, not both");
  for (const char* option : {"seat", "output"}) {
    if (arguments.has(option)) throw BadInput(fmt::format("docket export: --{} is about one game", option));
  }
  const WithPageColumns as_in_a_file(0);
  const std::string folder = *arguments.value("columns");
  GameLoader loader(arguments.archive());
  ProgressLine line(streams);
  const auto format = arguments.has("csv") ? columns::FileFormat::csv : columns::FileFormat::parquet;
  const auto exported = columns::exportTables(loader, folder, format, [&](std::uint64_t done, std::uint64_t total) {
    line.show(fmt::format("{} of {} games", done, total));
  });
  line.wipe();
  arguments.json() ? writeTablesJson(folder, exported, streams.out) : printTables(folder, exported, streams.out);
  if (exported.unreadable != 0)
    throw DamagedArchive(
        fmt::format("{} cannot be read: docket verify --all and docket check say what is wrong; after "
                    "a repair, export into a new folder",
                    counted(exported.unreadable, "game")));
  return kAgrees;
}

int runExport(const Arguments& arguments, Streams& streams) {
  if (arguments.has("columns")) return exportToColumns(arguments, streams);
  if (arguments.words().empty()) throw BadInput("docket export: expected GAME or --columns DIR");
  const auto archive = Archive::open(arguments.archive(), Access::read);
  const auto game = named(archive, arguments.words().front());
  const auto viewer = viewerOf(arguments.value("seat"), game.header());
  const auto path = arguments.value("output");
  std::optional<OutputFile> file;
  if (path) file.emplace(*path);
  std::optional<ElapsedLine> line;
  if (file) line.emplace(streams, "writing the game");
  const auto head = writeGame(game, viewer, file ? file->stream() : streams.out);
  line.reset();
  if (head != game.head())
    throw DamagedArchive(fmt::format("{}: its events give the head {}, but {} is stored: do not trust this export",
                                     game.id(), hex(head), hex(game.head())));
  if (!file) return kAgrees;
  file->keep();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("events", game.count()).member("head", hex(head));
    if (viewer == kSpectator) {
      json.member("seat", "spectator");
    } else if (viewer) {
      json.member("seat", static_cast<unsigned>(*viewer));
    }
    writeAnswer(streams.out, "export", json.end().text());
    return kAgrees;
  }
  streams.out << fmt::format("{}: {} to {}{}\nhead {}{}\n", printable(game.id()), counted(game.count(), "event"),
                             printable(*path), viewer ? fmt::format(", as {} may see them", viewerWords(*viewer)) : "",
                             hex(head), viewer ? ", the same as that of the complete record" : "");
  return kAgrees;
}

}  // namespace

Command exportCommand() {
  return {.name = "export",
          .words = "[GAME]",
          .summary = "write a game as JSON Lines, or all as tables for analysts",
          .help = kExportHelp,
          .examples = kExportExamples,
          .least_words = 0,
          .most_words = 1,
          .options = {{.name = "seat", .value = "P1", .help = "only what this player, or a spectator, may know"},
                      {.name = "output,o", .value = "FILE", .help = "write to this file"},
                      {.name = "columns", .value = "DIR", .help = "write tables of all finished games to this folder"},
                      {.name = "csv", .value = {}, .help = "as CSV, not Parquet", .belongs_to = "--columns"}},
          .run = runExport};
}

}  // namespace docket
