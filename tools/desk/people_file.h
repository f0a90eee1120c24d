// The people who may use a desk besides the person at its terminal: open invitations, and the sessions that began with
// one. They are in a file, so that another process can invite people and revoke sessions while the desk runs, and so
// that they outlive a restart.
// Invariant: only digests of links and keys are stored; each change is made under a lock and is on the disk when the
// function returns.
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

/// The rights of a person; each role includes those before it.
enum class Role : std::uint8_t {
  viewer,  ///< look at the pages that a spectator may see
  scribe,  ///< type and record games, ask about them
  judge,   ///< decide
};
[[nodiscard]] std::string_view wordOf(Role role);
[[nodiscard]] std::optional<Role> roleIn(std::string_view word);

struct Person {
  std::string name;  ///< empty: the person at the terminal, who signs by hand
  Role role = Role::judge;
};

using UnixTime = std::int64_t;  ///< seconds

struct Invitation {
  std::string id;
  Person person;
  std::string token;  ///< digest
  UnixTime until = 0;
};

struct StoredSession {
  std::string id;
  Person person;
  std::string cookie, key;  ///< digests
  UnixTime begun = 0, seen = 0;
};

struct People {
  std::vector<Invitation> invitations{};
  std::vector<StoredSession> sessions{};

  /// Removes invitations and sessions that have expired by then.
  void dropExpired(UnixTime now);
  /// Removes the session or invitation with that id, or all of the person with that name. Returns their number.
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
  /// Changes the file under a lock. Throws EnvironmentError if it cannot be saved.
  void change(const std::function<void(People&)>& act);
  /// Differs after each change.
  [[nodiscard]] std::string version() const;

  /// The token of a new invitation. Throws BadInput if the name is empty or long, or there are too many people.
  [[nodiscard]] std::string invite(const Person& person, UnixTime now, std::chrono::minutes valid);

 private:
  std::filesystem::path folder_;
};

}  // namespace docket::desk
