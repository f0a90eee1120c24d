// docket report: a game as one file that a browser shows, to hand to players or to keep with the tournament.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/game/game_loader.h"
#include "tools/game/record_view.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/report/page.h"
#include "tools/verdict/sound_verdict.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kReportHelp =
    R"(Writes a game as one HTML file that needs no server and no network. It opens on the
point in dispute, with the verdict first: the board after every event, the
transcript beside it, findings and rulings on a time line, every value with its
explanation, the limits in use, the grades and the head. Open it in a browser, hand
it to the players, keep it with the tournament, print it.

  docket report final-2011 -o final.html
  docket report final-2011 --seat P1 -o for-player-1.html
  docket report final-2011 --seat spectator -o for-everyone.html
  docket report final-2011 --under l5r-celestial@2009-06-01 -o old-rules.html
  docket report pool-1 --mat mat.json -o pool.html

With --seat it is made from what export --seat gives that player, so nothing that
the player could not see is in the file; what follows from it is shown as far as
that goes. In the browser "?" shows the keys, and the address names the event that
is shown. Zones lie on a mat where one ships for the ruleset, or --mat names one
(docs/adding_a_game.md tells how it is written). Without scripts, and on paper, it
is the verdict, the boards that matter, the transcript, findings and rulings.

--json (with -o): what was written, as {"game","file","events","bytes","head","grade",
"findings","rulings","seat"}; seat is null for the whole record.
Exit status: 0 once it is written, 3 where the record is damaged.)";

int runReport(const Arguments& arguments, Streams& streams) {
  const WithPageColumns as_in_a_file(0);
  if (arguments.json() && !arguments.has("output"))
    throw BadInput("docket report: --json reports what was written: it needs -o FILE");
  GameLoader loader(arguments.archive());
  OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const auto viewer = viewerOf(arguments.value("seat"), game.header());
  if (viewer) game = std::move(game).seenBy(*viewer);
  const Verdict verdict = soundVerdict(game, loader.archive(), "report");
  const auto mat = report::chooseMat(game.rules().ruleset, arguments.value("mat"));
  const auto path = arguments.value("output");
  ProgressLine line(streams);
  const auto progress = [&](EventNumber number) {
    constexpr EventNumber kEach = 512;
    if (number % kEach == 0) line.show(fmt::format("{} of {} events", number, game.last()));
  };
  if (!path) {
    report::writePage(streams.out, game, verdict, mat.get(), progress);
    line.wipe();
    return 0;
  }
  OutputFile file(*path);
  report::writePage(file.stream(), game, verdict, mat.get(), progress);
  line.wipe();
  file.keep();
  const auto bytes = file.bytes();
  const auto grade = agreementWord(verdict.overall());
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("file", *path).member("events", game.last()).member("bytes", bytes);
    json.member("head", verdict.head).member("grade", grade);
    json.member("findings", verdict.legality.findings.size()).member("rulings", verdict.rulings.size());
    if (viewer == kSpectator) {
      json.member("seat", "spectator");
    } else if (viewer) {
      json.member("seat", static_cast<unsigned>(*viewer));
    } else {
      json.memberNull("seat");
    }
    writeAnswer(streams.out, "report", json.end().text());
    return 0;
  }
  streams.out << fmt::format(
      "{}: {} to {}{} ({} KiB)\nhead {}\n{}, {}, {}\n", printable(game.id()), counted(game.last(), "event"),
      printable(*path), viewer ? fmt::format(", as {} may have them", viewerWords(*viewer)) : "", (bytes + 1023) / 1024,
      verdict.head, grade, counted(verdict.legality.findings.size(), "finding"),
      counted(verdict.rulings.size(), "ruling"));
  return 0;
}

}  // namespace

Command reportCommand() {
  return {
      .name = "report",
      .words = "GAME",
      .summary = "write a game as one HTML file to open in a browser",
      .help = kReportHelp,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "seat", .value = "P1", .help = "only what this player may know; or spectator"},
                  {.name = "output,o", .value = "FILE", .help = "write to a file, which appears when it is complete"},
                  {.name = "mat", .value = "FILE", .help = "where zones lie, in place of the mat that ships"},
                  {.name = "under", .value = "RULESET", .help = "under other rules: a name, NAME@VERSION or a file"}},
      .run = runReport};
}

}  // namespace docket
