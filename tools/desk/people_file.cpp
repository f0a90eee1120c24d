#include "tools/desk/people_file.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <sys/stat.h>

#include <array>
#include <chrono>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <thread>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "store/platform/file_lock.h"
#include "tools/io/files.h"
#include "tools/io/output.h"

namespace docket::desk {
namespace {

constexpr std::array<std::string_view, 3> kRoles{"viewer", "scribe", "judge"};
constexpr std::size_t kMaxFileBytes = 1U << 20;
constexpr std::size_t kIdLetters = 6;
constexpr std::chrono::milliseconds kBetweenTries{20};
constexpr int kTries = 250;

std::filesystem::path fileIn(const std::filesystem::path& folder) { return folder / "accounts.json"; }

[[noreturn]] void refuseFile(const std::filesystem::path& folder) {
  throw EnvironmentError(fmt::format("{} is damaged: remove it and invite everybody again", fileIn(folder).string()));
}

/// Each change is made by one process after the other.
detail::FileLock lockIn(const std::filesystem::path& folder) {
  for (int i = 0; i < kTries; ++i) {
    if (auto lock = detail::FileLock::take(folder / "ACCOUNTS")) return *std::move(lock);
    std::this_thread::sleep_for(kBetweenTries);
  }
  throw EnvironmentError(fmt::format("{}: another process holds its lock", (folder / "ACCOUNTS").string()));
}

/// Reads the members of an object of the file; a missing one throws.
class Members {
 public:
  explicit Members(simdjson::dom::element object) : object_(object) {}
  [[nodiscard]] std::string text(std::string_view name) const {
    return std::string(std::string_view(object_[name].get_string()));
  }
  [[nodiscard]] UnixTime time(std::string_view name) const { return object_[name].get_int64(); }
  [[nodiscard]] Person person() const {
    const auto role = roleIn(text("role"));
    if (!role) throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE);
    return {.name = text("name"), .role = *role};
  }

 private:
  simdjson::dom::element object_;
};

People peopleIn(const std::string& text) {
  simdjson::dom::parser parser;
  const simdjson::dom::element all = parser.parse(text);
  People people;
  for (const simdjson::dom::element one : all["invitations"].get_array()) {
    const Members has(one);
    people.invitations.push_back(
        {.id = has.text("id"), .person = has.person(), .token = has.text("token"), .until = has.time("until")});
  }
  for (const simdjson::dom::element one : all["sessions"].get_array()) {
    const Members has(one);
    people.sessions.push_back({.id = has.text("id"),
                               .person = has.person(),
                               .cookie = has.text("cookie"),
                               .key = has.text("key"),
                               .begun = has.time("begun"),
                               .seen = has.time("seen")});
  }
  return people;
}

std::string textFor(const People& people) {
  JsonWriter json;
  json.object().list("invitations");
  for (const Invitation& one : people.invitations) {
    json.object().member("id", one.id).member("name", one.person.name).member("role", wordOf(one.person.role));
    json.member("token", one.token).member("until", one.until).end();
  }
  json.end().list("sessions");
  for (const StoredSession& one : people.sessions) {
    json.object().member("id", one.id).member("name", one.person.name).member("role", wordOf(one.person.role));
    json.member("cookie", one.cookie).member("key", one.key).member("begun", one.begun).member("seen", one.seen).end();
  }
  return json.end().end().text() + "\n";
}

}  // namespace

std::string_view wordOf(Role role) { return kRoles[static_cast<std::size_t>(role)]; }

std::optional<Role> roleIn(std::string_view word) {
  const auto found = ranges::find(kRoles, word);
  return found == kRoles.end() ? std::nullopt : std::optional(static_cast<Role>(found - kRoles.begin()));
}

void People::dropExpired(UnixTime now) {
  std::erase_if(invitations, [&](const Invitation& one) { return one.until <= now; });
  std::erase_if(sessions, [&](const StoredSession& one) { return one.seen + PeopleFile::kSessionSeconds < now; });
}

std::size_t People::revoke(std::string_view id_or_name) {
  const auto is_meant = [&](const auto& one) { return one.id == id_or_name || one.person.name == id_or_name; };
  return std::erase_if(invitations, is_meant) + std::erase_if(sessions, is_meant);
}

People PeopleFile::read() const {
  if (!std::filesystem::exists(fileIn(folder_))) return {};
  try {
    return peopleIn(readText(fileIn(folder_), kMaxFileBytes));
  } catch (const simdjson::simdjson_error&) {
    refuseFile(folder_);
  } catch (const BadInput&) {
    refuseFile(folder_);
  }
}

void PeopleFile::change(const std::function<void(People&)>& act) {
  const auto lock = lockIn(folder_);
  People people = read();
  act(people);
  writeOutputFile(fileIn(folder_), textFor(people));
  // The file has names in it: only its owner may read it.
  std::filesystem::permissions(fileIn(folder_),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

std::string PeopleFile::version() const {
  struct stat file {};
  if (::stat(fileIn(folder_).c_str(), &file) != 0) return {};
  return fmt::format("{} {} {}", file.st_ino, file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

std::string PeopleFile::invite(const Person& person, UnixTime now, std::chrono::minutes valid) {
  const bool is_line = ranges::none_of(person.name, [](unsigned char one) { return one < ' '; });
  if (person.name.empty() || person.name.size() > kMaxNameBytes || !is_line)
    throw BadInput(fmt::format("a name has from 1 to {} bytes, in one line", kMaxNameBytes));
  std::string token = hex(newSecret());
  const std::string id = hex(newSecret()).substr(0, kIdLetters);
  change([&](People& people) {
    people.dropExpired(now);
    if (people.invitations.size() + people.sessions.size() >= kMaxPeople)
      throw BadInput(fmt::format("there are {} sessions and invitations already: revoke some first", kMaxPeople));
    people.invitations.push_back({.id = id,
                                  .person = person,
                                  .token = hex(digest(token)),
                                  .until = now + std::chrono::duration_cast<std::chrono::seconds>(valid).count()});
  });
  return token;
}

}  // namespace docket::desk
