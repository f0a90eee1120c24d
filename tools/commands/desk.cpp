// docket desk: the workbench of judges in a browser: games typed, questions asked, rulings recorded.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <ostream>
#include <range/v3/algorithm/all_of.hpp>
#include <sstream>
#include <tuple>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"
#include "store/desk_lock.h"
#include "tools/commands/desk_people.h"
#include "tools/commands/opened_link.h"
#include "tools/commands/program.h"
#include "tools/commands/until_stopped.h"
#include "tools/desk/desk.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::uint32_t kDeskPort = 8322;
constexpr std::uint32_t kInvitationMinutes = 60;
/// The width of a live table's board as text: what fits a phone; site.css relies on it.
constexpr std::size_t kLiveBoardColumns = 44;
constexpr std::chrono::milliseconds kFollowTime{100};

constexpr std::string_view kDeskHelp =
    R"(Serves a workbench on http://127.0.0.1, to this machine only: type a game, ask about
any card or act, record a ruling and print its slip. It prints a link that opens once
and within five minutes; Enter prints another one. The archive is created if there is
none, and no other command records into it until the desk is stopped (Ctrl-C).

For other machines, and only for people who were invited: --name HOST with --listen,
--certificate and --key, or with --behind-proxy, if a proxy handles TLS.
invite    makes a link that opens once: a judge may do everything, a scribe may not
          decide, a viewer sees what a spectator sees.
sessions  lists who is invited and who is signed in.
revoke    ends the sessions and invitations of an id or a name (a lost phone).

Exit status: 0 when stopped, 4 if the port is in use or another process records.)";

constexpr std::string_view kDeskExamples =
    R"(  docket desk
  docket desk invite Erin --role scribe
  docket desk --certificates www/rulings --published https://example.org/rulings)";

/// Runs a command of this program on the desk's archive.
desk::CommandOutput runCommand(const std::vector<std::string>& words, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  Streams streams{.in = in, .out = out, .err = err};
  desk::CommandOutput output;
  output.status = runProgram(words, streams);
  output.out = std::move(out).str();
  output.err = std::move(err).str();
  return output;
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

/// "desk.example.org", or with a port if a proxy has an unusual one.
void setName(serve::Listening& listening, const std::string& typed, bool is_proxied) {
  const auto colon = typed.find(':');
  listening.name = typed.substr(0, colon);
  const auto is_of_name = [](char one) {
    return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '.' || one == '-';
  };
  bool is_right = !listening.name.empty() && ranges::all_of(listening.name, is_of_name);
  if (colon != std::string::npos) {
    const auto port = wholeNumber<std::uint16_t>(std::string_view(typed).substr(colon + 1));
    is_right = is_right && is_proxied && port;
    listening.public_port = port.value_or(0);
  }
  if (!is_right)
    throw BadInput(fmt::format("--name {}: expected the host of the desk's address, such as desk.example.org",
                               docket::quoted(typed)));
}

/// Refuses whatever would send a session over a network that others can read.
serve::Listening listeningOf(const Arguments& arguments) {
  serve::Listening listening{.port = static_cast<std::uint16_t>(arguments.number("port").value_or(kDeskPort))};
  const auto name = arguments.value("name"), address = arguments.value("listen"),
             proxy = arguments.value("behind-proxy"), certificate = arguments.value("certificate"),
             key = arguments.value("key");
  if (certificate.has_value() != key.has_value()) throw BadInput("docket desk: --certificate and --key go together");
  if (certificate && proxy) throw BadInput("docket desk: with --behind-proxy the proxy has the certificate");
  const bool is_encrypted = certificate || proxy;
  if (address && !is_encrypted)
    throw BadInput("docket desk: --listen needs --certificate and --key, or --behind-proxy: see docs/desk.md");
  if (is_encrypted && !name)
    throw BadInput("docket desk: --name HOST is missing: the name by which browsers reach the desk");
  if (name && !is_encrypted)
    throw BadInput("docket desk: --name needs --listen with --certificate and --key, or --behind-proxy");
  if (certificate && !address) throw BadInput("docket desk: --listen ADDRESS is missing: 0.0.0.0 is every address");
  if (name) setName(listening, *name, proxy.has_value());
  if (address) listening.address = *address;
  listening.certificate = certificate.value_or("");
  listening.key = key.value_or("");
  listening.proxy = proxy.value_or("");
  return listening;
}

int runDesk(const Arguments& arguments, Streams& streams) {
  if (!arguments.words().empty() && arguments.words().front() != "run") return runDeskPeople(arguments, streams);
  if (arguments.words().size() > 1) throw BadInput("docket desk: expected nothing after it");
  const serve::Listening listening = listeningOf(arguments);
  const WithPageColumns narrow(kLiveBoardColumns);
  const serve::Limits limits{.follow_time = kFollowTime};
  const StopSignals stops;
  // Creates the archive if there is none; refused while another process records.
  std::ignore = GameLoader::toRecord(arguments.archive());
  desk::Desk desk(arguments.archive(), runCommand, limits, certificatesOf(arguments));
  serve::WebServer server(
      listening, limits, [&](const serve::Request& request) { return desk.respond(request); },
      [&](const serve::Request& head) { return desk.admit(head); });
  desk.listenOn(server.address(), server.port());
  AnswerList links(streams.out, "desk");
  const auto tell_link = [&] {
    if (listening.isPublic() && !arguments.json()) {
      streams.out << fmt::format("{}  (docket desk invite NAME invites a person)\n", server.address());
    } else if (arguments.json()) {
      JsonWriter json;
      json.object()
          .member("address", server.address())
          .member("port", server.port())
          .memberOrNull("link", listening.isPublic() ? std::string() : desk.newLink());
      links.item(json.end().text());
    } else {
      streams.out << fmt::format("{}  (opens once, within 5 minutes; Enter: another link)\n", desk.newLink());
    }
    streams.out.flush();
  };
  std::optional<OpenedLink> opened;
  if (arguments.has("open")) {
    if (listening.isPublic()) throw BadInput("docket desk: --open is for a desk of this machine alone");
    opened.emplace(deskFolder(arguments.archive()), desk.newLink());
    if (opened->isOpened() && !arguments.json())
      streams.out << fmt::format("{}  (opened in the browser; Enter: a link)\n", server.address()) << std::flush;
  }
  if (!opened || !opened->isOpened()) tell_link();
  LinkRequests requests;
  runUntilStopped(server, stops, arguments.number("for"), [&] {
    desk.syncPeople();
    if (requests.came()) tell_link();
  });
  if (arguments.json()) links.end();
  return kAgrees;
}

}  // namespace

Command deskCommand() {
  return {
      .name = "desk",
      .words = "[run | invite NAME | sessions | revoke WHO]",
      .summary = "settle disputes in a browser: type, ask, decide",
      .help = kDeskHelp,
      .examples = kDeskExamples,
      .most_words = 2,
      .options =
          {{.name = "port",
            .value = "N",
            .help = "port to listen on; 0: any free port",
            .most = 65'535,
            .default_value = kDeskPort,
            .belongs_to = "run"},
           {.name = "open", .value = {}, .help = "open the link in the browser", .belongs_to = "run"},
           {.name = "listen", .value = "ADDRESS", .help = "listen for other machines too", .belongs_to = "run"},
           {.name = "name", .value = "HOST", .help = "the name by which browsers reach it", .belongs_to = "run"},
           {.name = "certificate", .value = "FILE", .help = "certificate chain of HOST, PEM", .belongs_to = "run"},
           {.name = "key", .value = "FILE", .help = "its private key, PEM", .belongs_to = "run"},
           {.name = "behind-proxy", .value = "ADDRESS", .help = "answer this proxy and no other", .belongs_to = "run"},
           {.name = "certificates",
            .value = "FOLDER",
            .help = "write certificates of rulings there",
            .belongs_to = "run"},
           {.name = "published",
            .value = "URL",
            .help = "where that folder is published; slips have a QR code to the certificate",
            .belongs_to = "run"},
           {.name = "for",
            .value = "SECONDS",
            .help = "stop after this time",
            .least = 1,
            .most = 31'536'000,
            .belongs_to = "run"},
           {.name = "role", .value = "ROLE", .help = "judge (default), scribe or viewer", .belongs_to = "invite"},
           {.name = "minutes",
            .value = "N",
            .help = "how long the link can be opened",
            .least = 1,
            .most = 10'080,
            .default_value = kInvitationMinutes,
            .belongs_to = "invite"}},
      .run = runDesk,
      .is_interactive = true};
}

}  // namespace docket
