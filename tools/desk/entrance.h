// Who may use the desk: whoever opened its one-time link, or an invitation, in the browser in which it was opened.
// Invariant: a link opens once and until its time is over; a request is let in only with both parts of a session, the
// cookie and the key that no other port of this machine is sent. Neither links nor keys are kept, only their digests.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "tools/desk/people_file.h"

namespace docket::desk {

/// A bucket of tokens: `most` at once, `per_second` on average.
class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  RateLimit(double most, double per_second, Time now) : most_(most), per_second_(per_second), left_(most), then_(now) {}

  /// Takes one; false if there is none.
  [[nodiscard]] bool take(Time now);
  /// When one was last asked for.
  [[nodiscard]] Time last() const { return then_; }

 private:
  double most_, per_second_, left_;
  Time then_;
};

class Entrance {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kLinkTime{5};
  static constexpr std::chrono::hours kSessionTime{12};  ///< without a request
  static constexpr std::size_t kMaxSessions = 8;         ///< of the terminal's links; the longest idle one makes room

  /// `people_file`: null: no one can be invited; it must outlive this object.
  explicit Entrance(
      std::function<Clock::time_point()> now = [] { return Clock::now(); }, PeopleFile* people_file = nullptr);

  /// The token of a new link for the person at the terminal; an earlier one does not open any more.
  [[nodiscard]] std::string newToken();

  struct Session {
    std::string cookie, key;
    Person person{};
  };
  /// A session for the token; nothing if it is neither that of the latest link nor of an invitation, was used, or is
  /// too old. `client`: the address that it came from.
  [[nodiscard]] std::optional<Session> enter(std::string_view token, const std::string& client = {});

  enum class Admitted : std::uint8_t { no, yes, too_often };
  /// A request with these two parts of a session.
  [[nodiscard]] Admitted admit(std::string_view cookie, std::string_view key);
  /// A request without a session; false if there are too many of them.
  [[nodiscard]] bool admitStranger(const std::string& client = {});

  /// Who has an open session.
  struct ActiveSession {
    std::string session;  ///< names it, and opens nothing
    Person person{};
    std::string pages;  ///< the secret part of the addresses at which this session sees pages
  };
  /// Of a session that is not over; does not count as a request of it.
  [[nodiscard]] std::optional<ActiveSession> activeSession(std::string_view cookie, std::string_view key);
  /// The same by the address of pages in place of the key.
  [[nodiscard]] std::optional<ActiveSession> activeSessionOfPages(std::string_view cookie, std::string_view pages);
  /// Whether there is one; does not count as a request of it.
  [[nodiscard]] bool hasSessionOfPages(std::string_view cookie, std::string_view pages);
  /// Ends a session.
  void leave(const std::string& session);

  /// Takes over what others did to the file, and notes in it when each session was last used. To be called a
  /// few times a second.
  void syncPeople();

 private:
  struct OpenSession {
    std::string id;
    Person person;
    bool kept = false;  ///< in the file
    std::string cookie, key;
    std::string pages;
    Clock::time_point seen{};
    RateLimit rate;
  };
  struct Stranger {
    RateLimit requests, attempts;
  };
  [[nodiscard]] Stranger& stranger(const std::string& client);
  [[nodiscard]] OpenSession* find(std::string_view cookie);
  [[nodiscard]] static ActiveSession activeSessionOf(const OpenSession& open);
  OpenSession& add(OpenSession open);
  std::optional<Session> acceptInvitation(const std::string& token);
  void take(const People& people);
  void noteUse();
  void dropExpired();

  std::function<Clock::time_point()> now_;
  PeopleFile* people_file_;
  std::string people_version_{};  // used by syncPeople() alone
  Clock::time_point noted_{};
  std::mutex guard_;  // guards all below
  std::optional<std::string> token_{};
  Clock::time_point token_until_{};
  std::list<OpenSession> open_sessions_{};  // the one that was idle longest first
  std::map<std::string, Stranger, std::less<>> strangers_{};
};

}  // namespace docket::desk
