// docket desk: a judge's workbench in a browser of this machine: games typed, questions asked, rulings recorded.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <tuple>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/quoted.h"
#include "tools/commands/program.h"
#include "tools/commands/until_stopped.h"
#include "tools/desk/desk.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::uint32_t kDeskPort = 8322;

constexpr std::string_view kDeskHelp =
    R"(Serves a workbench on http://127.0.0.1, to this machine only: type a game, ask about
any card or act, record a ruling and print its slip. It prints a link that opens once
and within five minutes; Enter prints another one. The archive is created if there is
none. While the desk runs, commands that record into the archive are refused. It runs
until it is stopped (Ctrl-C).

Exit status: 0 when stopped, 4 if the port is in use or another process records.)";

constexpr std::string_view kDeskExamples =
    R"(  docket desk
  docket desk --archive finals
  docket desk --certificates www/rulings --published https://example.org/rulings)";

/// Runs a command of this program on the desk's archive.
desk::Ran runCommand(const std::vector<std::string>& words, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  Streams streams{.in = in, .out = out, .err = err};
  desk::Ran ran;
  ran.status = runProgram(words, streams);
  ran.out = std::move(out).str();
  ran.err = std::move(err).str();
  return ran;
}

/// The person at the terminal who asks for another link by pressing Enter.
class LinkRequests {
 public:
  /// True if Enter was pressed since the last call. Does not wait.
  [[nodiscard]] bool came() {
    pollfd asked{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    if (is_over_ || ::poll(&asked, 1, 0) <= 0) return false;
    std::array<char, 256> typed{};
    const ssize_t got = ::read(STDIN_FILENO, typed.data(), typed.size());
    if (got <= 0) is_over_ = true;
    return got > 0;
  }

 private:
  bool is_over_ = false;
};

std::optional<desk::Certificates> certificatesOf(const Arguments& arguments) {
  const auto folder = arguments.value("certificates");
  auto address = arguments.value("published");
  if (folder.has_value() != address.has_value())
    throw BadInput("docket desk: --certificates and --published go together");
  if (!folder) return std::nullopt;
  if (!std::filesystem::is_directory(*folder))
    throw BadInput(fmt::format("--certificates {}: there is no such folder", docket::quoted(*folder)));
  if (!address->ends_with('/')) *address += '/';
  return desk::Certificates{.folder = *folder, .address = *std::move(address)};
}

int runDesk(const Arguments& arguments, Streams& streams) {
  const Stops stops;
  std::ignore = GameLoader::toRecord(arguments.archive());  // makes it if there is none; nobody else records now
  desk::Desk desk(arguments.archive(), runCommand, certificatesOf(arguments));
  serve::WebServer server(
      static_cast<std::uint16_t>(arguments.number("port").value_or(kDeskPort)), serve::Limits{},
      [&](const serve::Request& request) { return desk.respond(request); },
      [&](const serve::Request& head) { return desk.admit(head); });
  desk.listenOn(server.port());
  AnswerList links(streams.out, "desk");
  const auto tell_link = [&] {
    if (arguments.json()) {
      JsonWriter json;
      json.object().member("address", server.address()).member("port", server.port()).member("link", desk.newLink());
      links.item(json.end().text());
    } else {
      streams.out << fmt::format("{}  (opens once, within 5 minutes; Enter: another link)\n", desk.newLink());
    }
    streams.out.flush();
  };
  tell_link();
  LinkRequests requests;
  runUntilStopped(server, stops, arguments.number("for"), [&] {
    if (requests.came()) tell_link();
  });
  if (arguments.json()) links.end();
  return 0;
}

}  // namespace

Command deskCommand() {
  return {
      .name = "desk",
      .words = {},
      .summary = "settle disputes in a browser: type, ask, decide",
      .help = kDeskHelp,
      .examples = kDeskExamples,
      .options = {{.name = "port",
                   .value = "N",
                   .help = "port to listen on; 0: any free port",
                   .most = 65'535,
                   .otherwise = kDeskPort},
                  {.name = "certificates", .value = "FOLDER", .help = "write certificates of rulings there"},
                  {.name = "published",
                   .value = "URL",
                   .help = "where that folder is published; slips have a QR code to the certificate"},
                  {.name = "for", .value = "SECONDS", .help = "stop after this time", .least = 1, .most = 31'536'000}},
      .run = runDesk,
      .is_interactive = true};
}

}  // namespace docket
