// docket export: writes a game as JSON Lines, whole or as one player may see it.
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
#include "tools/commands/command.h"
#include "tools/game/record_view.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/io/under_way.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kExportHelp =
    R"(Writes the header, one line per event, and a last line with the count and the head,
so that a truncated or altered file is noticed. docket import reads it back with the
same head. A complete record contains the salts of hidden values: keep it from the
players. With --seat, what that player could not see is replaced by commitments, and
the head stays the same. Claims and notes of judges are public.)";

constexpr std::string_view kExportExamples =
    R"(  docket export court > court.jsonl
  docket export court --seat P2 -o for-player-2.jsonl
  docket export court --seat spectator -o public.jsonl)";

// The head of what is written: that has all that its head needs, so the game's secret is not given to it.
Bytes32 writeGame(const Game& game, std::optional<Seat> viewer, std::ostream& out) {
  const RecordView record = viewer ? RecordView(game, *viewer) : RecordView::whole(game);
  JsonLinesWriter writer;
  out << JsonLinesWriter::header(record.header()) << '\n';
  if (GameLabel label = game.label(); label.erased_seats = 0, !label.empty())
    out << JsonLinesWriter::label(label) << '\n';
  Head head(record.header(), Secrets{});
  record.forEach(1, game.count(), [&](std::uint32_t number, const HeldEvent& event) {
    head.append(event, number);
    out << writer.event(event) << '\n';
  });
  const RecordEnd end{.events = game.count(), .head = head.value()};
  out << JsonLinesWriter::end(end) << '\n';
  return end.head;
}

int runExport(const Arguments& arguments, Streams& streams) {
  const auto archive = Archive::open(arguments.archive(), Access::read);
  const auto game = named(archive, arguments.words().front());
  const auto viewer = viewerOf(arguments.value("seat"), game.header());
  const auto path = arguments.value("output");
  std::optional<OutputFile> file;
  if (path) file.emplace(*path);
  std::optional<UnderWay> line;
  if (file) line.emplace(streams, "writing the game");
  const auto head = writeGame(game, viewer, file ? file->stream() : streams.out);
  line.reset();
  if (head != game.head())
    throw DamagedArchive(fmt::format("{}: its events give the head {}, but {} is stored: do not trust this export",
                                     game.id(), hex(head), hex(game.head())));
  if (!file) return 0;
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
    return 0;
  }
  streams.out << fmt::format("{}: {} to {}{}\nhead {}{}\n", printable(game.id()), counted(game.count(), "event"),
                             printable(*path), viewer ? fmt::format(", as {} may see them", viewerWords(*viewer)) : "",
                             hex(head), viewer ? ", the same as that of the complete record" : "");
  return 0;
}

}  // namespace

Command exportCommand() {
  return {.name = "export",
          .words = "GAME",
          .summary = "write a game as JSON Lines, complete or redacted",
          .help = kExportHelp,
          .examples = kExportExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "seat", .value = "P1", .help = "only what this player, or a spectator, may know"},
                      {.name = "output,o", .value = "FILE", .help = "write to this file"}},
          .run = runExport};
}

}  // namespace docket
