// docket serve: the pages of docket site from the archive as it is now, for browsers of this machine.
#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/commands/jobs.h"
#include "tools/commands/selection.h"
#include "tools/commands/until_stopped.h"
#include "tools/io/json_answer.h"
#include "tools/serve/live_pages.h"
#include "tools/serve/web_server.h"
#include "tools/site/case_pages.h"
#include "tools/words/page_width.h"

namespace docket {
namespace {

/// The columns of the board of a live table, which is text. A phone shows this many; site.css relies on it.
constexpr std::size_t kBoardColumns = 44;

constexpr std::uint32_t kUsualPort = 8321;

constexpr std::string_view kServeHelp =
    R"(Serves the pages of docket site on http://127.0.0.1, to this machine only, from the
archive as it is now, even while games are recorded. It runs until it is stopped
(Ctrl-C). By default it shows what a spectator saw, and no names. A library of rulings
is read once, at the start.

Exit status: 0 when stopped, 4 if the port is in use.)";

constexpr std::string_view kServeExamples =
    R"(  docket serve
  docket serve --port 0 --names --for 3600
  docket serve --whole --names --event "Summer Court")";

/// The same pages that `docket site` writes.
serve::LivePages::ReadyPages pagesOfLibrary(const std::string& library, const site::Options& options,
                                            std::ostream& err) {
  const WithPageColumns as_in_a_file(0);
  serve::LivePages::ReadyPages pages;
  const auto result = site::forEachCasePage(
      library, options, true, [&](const auto& path, const auto& content) { pages.emplace(path, content); });
  site::reportUnread("serve", result, err);
  return pages;
}

int runServe(const Arguments& arguments, Streams& streams) {
  const WithPageColumns narrow(kBoardColumns);
  const auto library = arguments.value("cases");
  const site::Options options{
      .whole = arguments.has("whole"), .names = arguments.has("names"), .cases = library.has_value(), .boards = true};
  serve::LivePages::ReadyPages of_library;
  if (library) of_library = pagesOfLibrary(*library, options, streams.err);
  const serve::Limits limits;
  const StopSignals stops;
  serve::LiveArchive archive(arguments.archive(), selectionOf(arguments), options, jobsOf(arguments));
  serve::LivePages pages(archive, limits, std::move(of_library));
  serve::WebServer server(static_cast<std::uint16_t>(arguments.number("port").value_or(kUsualPort)), limits,
                          [&](const serve::Request& request) { return pages.answer(request.path); });
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("address", server.address()).member("port", server.port());
    writeAnswer(streams.out, "serve", json.end().text());
    streams.out.flush();
  } else {
    streams.out << fmt::format("{}  (until you press Ctrl-C)\n", server.address()) << std::flush;
  }
  runUntilStopped(server, stops, arguments.number("for"));
  return kAgrees;
}

}  // namespace

Command serveCommand() {
  return {.name = "serve",
          .words = {},
          .summary = "show the archive in a browser, with live tables",
          .help = kServeHelp,
          .examples = kServeExamples,
          .options = withSelection(
              {{.name = "port",
                .value = "N",
                .help = "port to listen on; 0: any free port",
                .most = 65'535,
                .default_value = kUsualPort},
               {.name = "whole", .value = {}, .help = "show hidden information too"},
               {.name = "names", .value = {}, .help = "show names, notes and penalties"},
               {.name = "cases", .value = "FOLDER", .help = "add the pages of a library of rulings"},
               {.name = "for", .value = "SECONDS", .help = "stop after this time", .least = 1, .most = 31'536'000},
               jobsOption()}),
          .run = runServe,
          .is_interactive = true};
}

}  // namespace docket
