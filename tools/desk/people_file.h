// Who may use a desk besides the person at its terminal: invitations that are open and sessions that were begun by
// them. They are in a file of the desk's folder, so that another process can invite people and revoke sessions while
// the desk runs, and a desk that is started again knows its people. Invariant: no link and no key is kept, only their
// digests; each change is made under a lock and is on the disk when it returns.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docket::desk {

/// What a person may do; each may do what those before it may.
enum class Role : std::uint8_t {
  viewer,  ///< look at the pages that a spectator may see
  scribe,  ///< type and record games, ask about them
  judge,   ///< decide
};
[[nodiscard]] std::string_view wordOf(Role role);
[[nodiscard]] std::optional<Role> roleIn(std::string_view word);

struct Person {
  std::string name;  ///< empty: whoever is at the terminal, who signs by hand
  Role role = Role::judge;
};

using UnixTime = std::int64_t;  ///< seconds

struct Invitation {
  std::string id;
  Person person;
  std::string token;  ///< digest
  UnixTime until = 0;
};

struct KeptSession {
  std::string id;
  Person person;
  std::string cookie, key;  ///< digests
  UnixTime begun = 0, seen = 0;
};

struct People {
  std::vector<Invitation> invitations{};
  std::vector<KeptSession> sessions{};

  /// Takes out what is over at that time.
  void dropExpired(UnixTime now);
  /// Takes out the session or invitation of that id, or all of the person of that name. Returns how many.
  std::size_t revoke(std::string_view id_or_name);
};

class PeopleFile {
 public:
  static constexpr UnixTime kSessionSeconds = 12 * 3600;  ///< without a request
  static constexpr std::size_t kMaxPeople = 200;          ///< invitations and sessions
  static constexpr std::size_t kMaxNameBytes = 100;

  explicit PeopleFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Throws EnvironmentError if the file is damaged.
  [[nodiscard]] People read() const;
  /// Changes them, alone. Throws EnvironmentError if they cannot be saved.
  void change(const std::function<void(People&)>& act);
  /// Changes whenever somebody changes them.
  [[nodiscard]] std::string version() const;

  /// The token of a new invitation. Throws BadInput if the name is empty or long, or there are too many people.
  [[nodiscard]] std::string invite(const Person& person, UnixTime now, std::chrono::minutes valid);

 private:
  std::filesystem::path folder_;
};

}  // namespace docket::desk
