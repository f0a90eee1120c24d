// docket export: writes a game as JSON Lines, whole or as one player may have it.
#include <capnp/message.h>
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/heads.h"
#include "events/jsonl.h"
#include "events/public.h"
#include "store/archive.h"
#include "tools/command.h"
#include "tools/json_writer.h"
#include "tools/output.h"
#include "tools/text.h"

namespace docket {
namespace {

constexpr std::string_view kHelp =
    R"(Writes a game as JSON Lines, the header first and then a line an event: docket import reads them back.

With --seat the record is redacted: what that player could not see is replaced by commitments, of which the head is
made as well, so the head of what is written equals the head of the whole record. It is computed from what was written
and compared.

--json (with -o): what was written, as {"game","events","head","seat"}. The export itself is JSON in any case.

Examples:
  docket export final-2011 > final.jsonl
  docket export final-2011 -o final.jsonl
  docket export final-2011 --seat 2 -o for-player-2.jsonl)";

// Forgets nothing of the names: they are public. Whose view it is stands in the header, outside of what is hashed.
void writeHeader(const Game& game, std::optional<std::uint32_t> seat, std::ostream& out) {
  capnp::MallocMessageBuilder message;
  message.setRoot(game.header());
  auto header = message.getRoot<schema::Header>();
  if (seat) header.setViewer(static_cast<std::uint8_t>(*seat));
  out << JsonLinesWriter::header(header.asReader()) << '\n';
}

// The head of what is written. A redacted record has all that its head needs, so the game's secret is not given to it.
Bytes32 writeGame(const Game& game, std::optional<std::uint32_t> seat, std::ostream& out) {
  writeHeader(game, seat, out);
  const Secrets secrets = game.secrets();
  Head head(game.header(), seat ? Secrets{} : secrets);
  JsonLinesWriter writer;
  game.forEach([&](std::uint32_t number, schema::Event::Reader event) {
    capnp::MallocMessageBuilder message;
    if (seat) {
      auto redacted = message.initRoot<schema::Event>();
      redact(event, number, secrets.of(number), static_cast<std::uint8_t>(*seat), redacted);
      event = redacted.asReader();
    }
    head.append(event, number);
    out << writer.event(event) << '\n';
  });
  return head.value();
}

int run(const Arguments& arguments, Streams& streams) {
  const auto archive = Archive::open(arguments.archive(), Access::read);
  const auto game = archive.game(arguments.words().front());
  const auto seat = arguments.number("seat", 1, game.header().getPlayers().size());
  const auto path = arguments.value("output");
  std::optional<OutputFile> file;
  if (path) file.emplace(*path);
  const auto head = writeGame(game, seat, file ? file->stream() : streams.out);
  if (head != game.head())
    throw DamagedArchive(fmt::format("{}: the head of its events is {}, and {} is stored: do not trust this export",
                                     game.id(), hex(head), hex(game.head())));
  if (!file) return 0;
  file->keep();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("events", game.count()).member("head", hex(head));
    if (seat) json.member("seat", *seat);
    streams.out << json.end().text() << '\n';
    return 0;
  }
  streams.out << fmt::format("{}: {} to {}{}\nhead {}{}\n", printable(game.id()), counted(game.count(), "event"),
                             printable(*path), seat ? fmt::format(", as seat {} may have them", *seat) : "", hex(head),
                             seat ? ", as that of the whole record" : "");
  return 0;
}

}  // namespace

Command exportCommand() {
  return {.name = "export",
          .words = "GAME",
          .summary = "write a game as JSON Lines, whole or redacted",
          .help = kHelp,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "seat", .value = "SEAT", .help = "only what this player may know"},
                      {.name = "output,o", .value = "FILE", .help = "write to a file, which appears once it is whole"}},
          .run = run};
}

}  // namespace docket
