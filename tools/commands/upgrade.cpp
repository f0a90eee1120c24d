// docket upgrade: upgrades an archive from an earlier format, and shows that no game changed.
#include <fmt/format.h>

#include <ostream>

#include "events/json/json_writer.h"
#include "store/upgrade.h"
#include "tools/commands/command.h"
#include "tools/io/elapsed_line.h"
#include "tools/io/json_answer.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kUpgradeHelp =
    R"(An archive of an earlier format can be read as it is; recording into it or backing it
up needs an upgrade. No event is rewritten, and the heads of all games are compared
before and after. Earlier programs cannot read the archive afterwards, so copy the
directory first, while nothing records into it.

Exit status: 0 upgraded or nothing to do, 4 another process is recording.)";

constexpr std::string_view kUpgradeExamples =
    R"(  docket upgrade
  docket upgrade --archive ../regional-archive
  docket upgrade --json)";

int runUpgrade(const Arguments& arguments, Streams& streams) {
  const auto path = arguments.archive();
  const auto done = [&] {
    const ElapsedLine line(streams, "upgrading the archive");
    return upgrade(path);
  }();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("archive", path.string()).member("from", done.from).member("to", done.to);
    writeAnswer(streams.out, "upgrade", json.member("games", done.games).end().text());
    return kAgrees;
  }
  if (done.from == done.to) {
    streams.out << fmt::format("This archive already has format {}: nothing to do.\n", done.to);
    return kAgrees;
  }
  streams.out << fmt::format("Upgraded from format {} to format {}. The heads of {} are unchanged.\n", done.from,
                             done.to, counted(done.games, "game"));
  return kAgrees;
}

}  // namespace

Command upgradeCommand() {
  return {.name = "upgrade",
          .words = {},
          .summary = "upgrade an archive from an earlier format",
          .help = kUpgradeHelp,
          .examples = kUpgradeExamples,
          .run = runUpgrade,
          .changes_archive = true};
}

}  // namespace docket
