#include "tools/commands/desk_people.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/quoted.h"
#include "store/desk_lock.h"
#include "tools/desk/people_file.h"
#include "tools/desk/qr_code.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::size_t kQuietModules = 2;  // around a code; readers cope with less than the four of the standard

desk::UnixTime timeNow() { return std::time(nullptr); }

std::string momentWords(desk::UnixTime time) { return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(time)); }

/// The code in characters, two rows of modules in a line, dark on light whatever the terminal's colours.
std::string codeText(const std::vector<std::string>& modules) {
  const std::size_t width = modules.size() + 2 * kQuietModules;
  const auto is_dark = [&](std::size_t row, std::size_t column) {
    const bool is_within = row >= kQuietModules && column >= kQuietModules && row - kQuietModules < modules.size() &&
                           column - kQuietModules < modules.size();
    return is_within && modules[row - kQuietModules][column - kQuietModules] == '1';
  };
  std::string text;
  for (std::size_t row = 0; row < width; row += 2) {
    text += "\033[30;107m";
    for (std::size_t column = 0; column < width; ++column) {
      const bool upper = is_dark(row, column), lower = row + 1 < width && is_dark(row + 1, column);
      text += upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ";
    }
    text += "\033[0m\n";
  }
  return text;
}

int invite(const Arguments& arguments, desk::PeopleFile& people_file, Streams& streams) {
  if (arguments.words().size() != 2) throw BadInput("docket desk invite: expected the name of whom to invite");
  const auto typed_role = arguments.value("role");
  const auto role = desk::roleIn(typed_role.value_or("judge"));
  if (!role) throw BadInput(fmt::format("--role {}: expected judge, scribe or viewer", docket::quoted(*typed_role)));
  const std::string address = deskAddress(arguments.archive());
  if (address.empty())
    throw EnvironmentError(
        fmt::format("{}: no desk is running on it: start docket desk first", arguments.archive().string()));
  const desk::Person person{.name = arguments.words().back(), .role = *role};
  const std::chrono::minutes valid(arguments.number("minutes").value_or(0));
  const std::string link = fmt::format("{}#{}", address, people_file.invite(person, timeNow(), valid));
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("name", person.name).member("role", desk::wordOf(person.role)).member("link", link);
    writeAnswer(streams.out, "desk", json.member("minutes", arguments.number("minutes").value_or(0)).end().text());
    return kAgrees;
  }
  streams.out << fmt::format("{}, {}: opens once, within {}\n{}\n", printable(person.name), desk::wordOf(person.role),
                             counted(static_cast<std::size_t>(valid.count()), "minute"), link);
  if (streams.colour) streams.out << '\n' << codeText(desk::qrCode(link));
  return kAgrees;
}

int listSessions(const Arguments& arguments, const desk::PeopleFile& people_file, Streams& streams) {
  desk::People people = people_file.read();
  people.dropExpired(timeNow());
  if (arguments.json()) {
    AnswerList list(streams.out, "desk");
    const auto item = [&](const auto& one, std::string_view kind, desk::UnixTime begun, desk::UnixTime seen,
                          desk::UnixTime until) {
      JsonWriter json;
      json.object().member("id", one.id).member("name", one.person.name).member("role", desk::wordOf(one.person.role));
      json.member("kind", kind).memberOrNull("begun", begun).memberOrNull("seen", seen);
      list.item(json.member("until", until).end().text());
    };
    for (const auto& one : people.invitations) item(one, "invitation", 0, 0, one.until);
    for (const auto& one : people.sessions)
      item(one, "session", one.begun, one.seen, one.seen + desk::PeopleFile::kSessionSeconds);
    list.end();
    return kAgrees;
  }
  const auto row = [&](const auto& one, const std::string& what) {
    streams.out << paragraph(
        fmt::format("{}  {}, {}: {}", one.id, printable(one.person.name), desk::wordOf(one.person.role), what), 0, 8);
  };
  for (const auto& one : people.invitations) row(one, "invited, until " + momentWords(one.until));
  for (const auto& one : people.sessions) {
    row(one, fmt::format("signed in since {}, last seen {}", momentWords(one.begun), momentWords(one.seen)));
  }
  if (people.invitations.empty() && people.sessions.empty())
    streams.out << "There are no invitations and no sessions.\n";
  return kAgrees;
}

int revoke(const Arguments& arguments, desk::PeopleFile& people_file, Streams& streams) {
  if (arguments.words().size() != 2)
    throw BadInput("docket desk revoke: expected an id of docket desk sessions, or a name");
  const std::string& who = arguments.words().back();
  std::size_t revoked = 0;
  people_file.change([&](desk::People& people) { revoked = people.revoke(who); });
  if (revoked == 0)
    throw BadInput(fmt::format("{}: no invitation or session has that name or id: docket desk sessions lists them",
                               docket::quoted(who)));
  if (arguments.json()) {
    JsonWriter json;
    writeAnswer(streams.out, "desk", json.object().member("revoked", revoked).end().text());
  } else {
    streams.out << fmt::format("{} revoked\n", counted(revoked, "session or invitation", "sessions or invitations"));
  }
  return kAgrees;
}

}  // namespace

int runDeskPeople(const Arguments& arguments, Streams& streams) {
  const std::string& what = arguments.words().front();
  if (!Archive::archiveExists(arguments.archive()))
    throw BadInput(fmt::format("{}: there is no archive here; docket desk makes one", arguments.archive().string()));
  desk::PeopleFile people_file(deskFolder(arguments.archive()));
  if (what == "invite") return invite(arguments, people_file, streams);
  return what == "sessions" ? listSessions(arguments, people_file, streams) : revoke(arguments, people_file, streams);
}

}  // namespace docket
