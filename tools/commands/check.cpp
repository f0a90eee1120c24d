// docket check: reads every byte of an archive, and says what is damaged, what is not, and what to do.
#include <fmt/format.h>

#include <ostream>

#include "events/json_writer.h"
#include "store/check.h"
#include "tools/commands/command.h"
#include "tools/commands/silence.h"
#include "tools/game/compared_heads.h"
#include "tools/io/progress.h"
#include "tools/render/check_text.h"
#include "tools/render/text.h"

namespace docket {
namespace {

constexpr std::string_view kHelp =
    R"(Reads every byte of the archive: the sum of each file and of each record of the log, the index, the documents by
their digests, and of every game its rows, counts and heads, as they are stored and computed anew from its events.
It changes nothing, and can run while games are recorded.

What is damaged is named, and the rest is checked all the same. It ends in any case: a file or a disk that does not
answer for as long as --silence says is damage too. Losses that were accepted before (docket salvage) are told.

It asks no rules: docket verify --all does. Somebody who can write to the archive can make another one that
is whole.

--json: {"archive","whole","games","ofGames","events","parts":[{"name","looked","whole"}],
"damages":[{"game","event","what"}],"notes":[]}; "games" are whole, "ofGames" there are.

Examples:
  docket check
  docket check --archive ../other-disk/finals
  docket check --silence 600 --json

Exit status: 0 whole, 3 damaged, 4 the check could not run.)";

constexpr std::string_view kNext = R"(
What to do:
  1. Record nothing more into it. Copy the directory away as it is, before anything else.
  2. With backups: docket restore BACKUPS NEW-DIRECTORY; then take in again what came after.
  3. Without: docket salvage shows what is lost; games that are whole can be written out by docket export.
)";

int run(const Arguments& arguments, Streams& streams) {
  ProgressLine progress(streams);
  const auto path = arguments.archive();
  const auto report = check(path, requireHeads, silenceOf(arguments), [&](const CheckReport& so_far) {
    if (so_far.of_games != 0) progress.show(fmt::format("{} of {} games", so_far.games, so_far.of_games));
  });
  progress.wipe();
  const int status = report.whole() ? 0 : 3;
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("archive", path.string());
    writeCheck(json, report);
    streams.out << json.end().text() << '\n';
    return status;
  }
  streams.out << printable(path.string()) << '\n';
  printCheck(streams.out, report, streams.colour);
  streams.out << (report.whole() ? "\nNothing is damaged.\n" : kNext);
  return status;
}

}  // namespace

Command checkCommand() {
  return {.name = "check",
          .words = {},
          .summary = "read every byte of the archive: what is damaged, what is not, what to do",
          .help = kHelp,
          .options = {silenceOption()},
          .run = run};
}

}  // namespace docket
