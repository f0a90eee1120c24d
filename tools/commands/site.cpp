// docket site: the archive as a folder of pages that any web server gives out.
#include <fmt/format.h>

#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/case_law/library.h"
#include "tools/commands/command.h"
#include "tools/commands/jobs.h"
#include "tools/commands/selection.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/site/folder.h"
#include "tools/site/writing.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kSiteHelp =
    R"(Writes static pages of events, players, games, clauses and cards to DIR, for any web
server. By default they show what a spectator saw, and no person's name in text or
address. DIR is new, empty, or a site written before; then only changed pages are
written. Options filter the games. See docs/report.md.

Exit status: 3 if a game is damaged; its page says so.)";

constexpr std::string_view kSiteExamples =
    R"(  docket site public
  docket site public --event "Summer Court" --reports
  docket site for-the-judges --whole --names)";

int runSite(const Arguments& arguments, Streams& streams) {
  const WithPageColumns as_in_a_file(0);
  GameLoader loader(arguments.archive());
  const auto library = arguments.value("cases");
  if (library)
    static_cast<void>(case_law::filesOf(*library));  // one that is not there is reported before the work is done
  const site::Options options{.whole = arguments.has("whole"),
                              .names = arguments.has("names"),
                              .cases = library.has_value(),
                              .boards = arguments.has("reports")};
  const std::string& folder_name = arguments.words().front();
  site::Folder folder(folder_name);
  ProgressLine line(streams);
  const site::Written made = site::writeSite(
      loader, folder, selectionOf(arguments), options, library.value_or(""), jobsOf(arguments),
      [&](std::size_t done, std::size_t total) { line.show(fmt::format("{} of {} games", done, total)); });
  line.wipe();
  const auto pages = made.files.written + made.files.unchanged;
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("folder", folder_name).member("games", made.games).member("read", made.read);
    json.member("damaged", made.damaged).member("pages", pages).member("written", made.files.written);
    json.member("unchanged", made.files.unchanged).member("removed", made.files.removed);
    writeAnswer(streams.out, "site", json.member("bytes", made.files.bytes).end().text());
  } else {
    streams.out << fmt::format("{}: {}, of which {} changed; {} ({} KiB): {} written, {} as before, {} removed\n",
                               printable(folder_name), counted(made.games, "game"), made.read, counted(pages, "file"),
                               (made.files.bytes + 1023) / 1024, made.files.written, made.files.unchanged,
                               made.files.removed);
  }
  site::reportUnread("site", made.library, streams.err);
  if (made.damaged != 0)
    throw DamagedArchive(
        fmt::format("{} cannot be read, and the pages say so: docket verify --all and docket check say "
                    "what is wrong",
                    counted(made.damaged, "game")));
  return kAgrees;
}

}  // namespace

Command siteCommand() {
  return {
      .name = "site",
      .words = "DIR",
      .summary = "write the archive as a folder of web pages",
      .help = kSiteHelp,
      .examples = kSiteExamples,
      .least_words = 1,
      .most_words = 1,
      .options = withSelection({{.name = "whole", .value = {}, .help = "show hidden information too"},
                                {.name = "names", .value = {}, .help = "show names, notes and penalties"},
                                {.name = "reports", .value = {}, .help = "add a page with all boards for each game"},
                                {.name = "cases", .value = "FOLDER", .help = "add the pages of a library of rulings"},
                                jobsOption()}),
      .run = runSite};
}

}  // namespace docket
