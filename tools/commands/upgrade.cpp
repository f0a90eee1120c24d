// docket upgrade: makes an archive of an earlier format one of this, and shows that no game changed.
#include <fmt/format.h>

#include <ostream>

#include "events/json/json_writer.h"
#include "store/upgrade.h"
#include "tools/commands/command.h"
#include "tools/io/json_answer.h"
#include "tools/io/under_way.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kUpgradeHelp =
    R"(Makes an archive of an earlier format one of the format of this program. An archive of an earlier format can be read as
it is; only what records into it, or makes a backup of it, wants this first. Programs of before cannot read it then.

No event and no head is written anew: the heads of all games are compared before and after, and it says of how many. Of
an archive of this format nothing is changed. Copy the directory away first, while nobody records.

--json: {"archive","from","to","games"}: the formats, and how many games have the heads that they had.

Examples:
  docket upgrade
  docket upgrade --archive finals-2011

Exit status: 0 done or nothing to do, 3 the archive is damaged, 4 another process records into it.)";

int runUpgrade(const Arguments& arguments, Streams& streams) {
  const auto path = arguments.archive();
  const auto done = [&] {
    const UnderWay line(streams, "upgrading the archive");
    return upgrade(path);
  }();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("archive", path.string()).member("from", done.from).member("to", done.to);
    writeAnswer(streams.out, "upgrade", json.member("games", done.games).end().text());
    return 0;
  }
  if (done.from == done.to) {
    streams.out << fmt::format("This archive has format {}, as this program writes it: nothing to do.\n", done.to);
    return 0;
  }
  streams.out << fmt::format("Format {} became format {}. The heads of {} are those of before.\n", done.from, done.to,
                             counted(done.games, "game"));
  return 0;
}

}  // namespace

Command upgradeCommand() {
  return {.name = "upgrade",
          .words = {},
          .summary = "make an archive of an earlier format one of this",
          .help = kUpgradeHelp,
          .run = runUpgrade,
          .changes_archive = true};
}

}  // namespace docket
