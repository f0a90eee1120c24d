// docket export: writes a game as JSON Lines, whole or as one player may have it.
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
    R"(Writes a game as JSON Lines, the header first and then a line an event: docket import reads them back. The last line
says how many events there are and their head, so that a record that was cut short or altered is noticed. In a whole
record each hidden value has its salt, so that another archive that takes it in has the same head: keep a whole record
from the players.

What docket label says of the game beside its record stands in a line of its own after the header, of which no head is
made.

With --seat the record is redacted: what that player, or a spectator, could not see is replaced by commitments, of
which the head is made as well, so the head of what is written equals the head of the whole record. It is computed from
what was written and compared. What judges wrote (claims and notes) is public, and is written as it stands.

--json (with -o): what was written, as {"game","events","head","seat"}. The export itself is JSON in any case.

Examples:
  docket export final-2011 > final.jsonl
  docket export final-2011 -o final.jsonl
  docket export final-2011 --seat P2 -o for-player-2.jsonl
  docket export final-2011 --seat spectator)";

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
    throw DamagedArchive(fmt::format("{}: the head of its events is {}, but {} is stored: do not trust this export",
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
                             printable(*path), viewer ? fmt::format(", as {} may have them", viewerWords(*viewer)) : "",
                             hex(head), viewer ? ", as that of the whole record" : "");
  return 0;
}

}  // namespace

Command exportCommand() {
  return {
      .name = "export",
      .words = "GAME",
      .summary = "write a game as JSON Lines, whole or redacted",
      .help = kExportHelp,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "seat", .value = "P1", .help = "only what this player may know; or spectator"},
                  {.name = "output,o", .value = "FILE", .help = "write to a file, which appears when it is complete"}},
      .run = runExport};
}

}  // namespace docket
