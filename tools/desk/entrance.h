// Access to the desk: a browser gets a session by opening the one-time link or an invitation.
// Invariant: a link works once and until it expires; a request is admitted only with both parts of a session, the
// cookie and the key, which browsers send to no other port of this machine. Only digests of links and keys are stored.
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

  /// Without a file no one can be invited; it must outlive this object.
  explicit Entrance(
      std::function<Clock::time_point()> now = [] { return Clock::now(); }, PeopleFile* people_file = nullptr);

  /// The token of a new link for the person at the terminal; earlier links become invalid.
  [[nodiscard]] std::string newToken();

  struct SessionKeys {
    std::string cookie, key;
    Person person{};
  };
  /// A session for the token; empty if the token was used, has expired, or belongs neither to the latest link nor to an
  /// invitation. `client`: the address of the request. `own`: the session that the browser may have already; a link for
  /// the same person keeps it.
  [[nodiscard]] std::optional<SessionKeys> enter(std::string_view token, const std::string& client = {},
                                                 const SessionKeys* own = nullptr);

  enum class Admitted : std::uint8_t { no, yes, too_often };
  /// Counts a request with these two parts of a session.
  [[nodiscard]] Admitted admit(std::string_view cookie, std::string_view key);
  /// Counts a request without a session; false if there are too many of them.
  [[nodiscard]] bool admitStranger(const std::string& client = {});

  /// A person with an open session.
  struct Visitor {
    std::string session;  ///< its id, which gives no access
    Person person{};
    std::string pages;  ///< the secret part of the addresses of its pages
  };
  /// Empty if the session is over; does not count as a request.
  [[nodiscard]] std::optional<Visitor> visitor(std::string_view cookie, std::string_view key);
  /// visitor() by the secret of the pages' addresses instead of the key.
  [[nodiscard]] std::optional<Visitor> visitorOfPages(std::string_view cookie, std::string_view pages);
  /// True if there is one; does not count as a request.
  [[nodiscard]] bool hasSessionOfPages(std::string_view cookie, std::string_view pages);
  /// Ends a session.
  void leave(const std::string& session);

  /// Reloads the file if it has changed, and stores in it when each session was last used. Call it a few times a
  /// second.
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
  [[nodiscard]] static Visitor visitorOf(const OpenSession& open);
  OpenSession& add(OpenSession open);
  std::optional<SessionKeys> acceptInvitation(const std::string& token);
  void take(const People& people);
  void noteUse();
  void dropExpired();

  std::function<Clock::time_point()> now_;
  PeopleFile* people_file_;
  /// Held from reading or changing the file until `open_sessions_` agrees with it; locked before guard_.
  std::mutex file_guard_;
  std::optional<std::string> people_version_{};  // of the file as last read; none: it is read at the next sync
  Clock::time_point noted_{};
  std::mutex guard_;  // guards all below
  std::optional<std::string> token_{};
  Clock::time_point token_until_{};
  std::list<OpenSession> open_sessions_{};  // the one that was idle longest first
  std::map<std::string, Stranger, std::less<>> strangers_{};
};

}  // namespace docket::desk
