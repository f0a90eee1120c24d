// Who may use the desk: whoever opened its one-time link, in the browser in which it was opened.
// Invariant: a link opens once and within five minutes; a request is let in only with both parts of a session, the
// cookie and the key that no other port of this machine is sent. Neither links nor keys are kept, only their digests.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "events/digest.h"

namespace docket::desk {

/// A bucket of tokens: `most` at once, `per_second` on average.
class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  RateLimit(double most, double per_second, Time now) : most_(most), per_second_(per_second), left_(most), then_(now) {}

  /// Takes one; false if there is none.
  [[nodiscard]] bool take(Time now);

 private:
  double most_, per_second_, left_;
  Time then_;
};

class Entrance {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kLinkTime{5};
  static constexpr std::chrono::hours kSessionTime{12};  ///< without a request
  static constexpr std::size_t kMaxSessions = 8;         ///< the one that was idle longest makes room

  explicit Entrance(std::function<Clock::time_point()> now = [] { return Clock::now(); });

  /// The token of a new link; an earlier one does not open any more.
  [[nodiscard]] std::string newToken();

  struct Session {
    std::string cookie, key;
  };
  /// A session for the token; nothing if it is not the one of the latest link, was used, or is too old.
  [[nodiscard]] std::optional<Session> enter(std::string_view token);

  enum class Admitted : std::uint8_t { no, yes, too_often };
  /// A request with these two parts of a session.
  [[nodiscard]] Admitted admit(std::string_view cookie, std::string_view key);
  /// A request without a session; false if there are too many of them.
  [[nodiscard]] bool admitStranger();

 private:
  struct Inside {
    Digest cookie{}, key{};
    Clock::time_point seen{};
    RateLimit rate;
  };
  void dropExpired();

  std::function<Clock::time_point()> now_;
  std::mutex guard_;  // guards all below
  std::optional<Digest> token_{};
  Clock::time_point token_until_{};
  std::list<Inside> inside_{};  // the one that was idle longest first
  RateLimit strangers_, attempts_;
};

}  // namespace docket::desk
