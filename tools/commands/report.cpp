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
    R"(The file needs no server and no network. It opens on the disputed event with the
verdict first: the board after every event, the transcript, findings and rulings,
explanations, limits in use, grades and the head. With --seat it contains nothing
that this player could not see. docs/report.md has the details.)";

constexpr std::string_view kReportExamples =
    R"(  docket report duel -o duel.html
  docket report duel --seat spectator -o public.html
  docket report court --trace 'value(P1, "Family Honor")' -o honor.html
  docket report court --under l5r-celestial@2009-06-01 -o old-rules.html)";

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
  const auto path = arguments.value("output"), traced = arguments.value("trace");
  ProgressLine line(streams);
  const auto progress = [&](EventNumber number) {
    constexpr EventNumber kEach = 512;
    if (number % kEach == 0) line.show(fmt::format("{} of {} events", number, game.last()));
  };
  if (!path) {
    report::writePage(streams.out, game, verdict, mat.get(), progress, {}, traced);
    line.wipe();
    return kAgrees;
  }
  OutputFile file(*path);
  report::writePage(file.stream(), game, verdict, mat.get(), progress, {}, traced);
  line.wipe();
  file.keep();
  const auto bytes = file.bytes();
  const auto grade = gradeWord(verdict.overall());
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
    return kAgrees;
  }
  streams.out << fmt::format(
      "{}: {} to {}{} ({} KiB)\nhead {}\n{}, {}, {}\n", printable(game.id()), counted(game.last(), "event"),
      printable(*path), viewer ? fmt::format(", as {} may see them", viewerWords(*viewer)) : "", (bytes + 1023) / 1024,
      verdict.head, grade, counted(verdict.legality.findings.size(), "finding"),
      counted(verdict.rulings.size(), "ruling"));
  return kAgrees;
}

}  // namespace

Command reportCommand() {
  return {.name = "report",
          .words = "GAME",
          .summary = "write a game as one HTML file",
          .help = kReportHelp,
          .examples = kReportExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "seat", .value = "P1", .help = "only what this player, or a spectator, may know"},
                      {.name = "output,o", .value = "FILE", .help = "write to this file"},
                      {.name = "trace", .value = "EXPRESSION", .help = "plot this value over the game"},
                      {.name = "mat", .value = "FILE", .help = "lay out the zones as this file says"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
          .run = runReport};
}

}  // namespace docket
