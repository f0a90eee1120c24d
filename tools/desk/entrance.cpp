#include "tools/desk/entrance.h"

#include <algorithm>
#include <range/v3/algorithm/find.hpp>
#include <utility>

namespace docket::desk {
namespace {

constexpr double kRequestsAtOnce = 200, kRequestsPerSecond = 50;    // of a session: more than a person can cause
constexpr double kStrangersAtOnce = 100, kStrangersPerSecond = 20;  // pages, scripts and styles, for all together
constexpr double kAttemptsAtOnce = 10, kAttemptsPerSecond = 0.2;    // to open a link

std::string newPart() { return hex(newSecret()); }

}  // namespace

bool RateLimit::take(Time now) {
  left_ = std::min(most_, left_ + per_second_ * std::chrono::duration<double>(now - then_).count());
  then_ = now;
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

Entrance::Entrance(std::function<Clock::time_point()> now)
    : now_(std::move(now)),
      strangers_(kStrangersAtOnce, kStrangersPerSecond, now_()),
      attempts_(kAttemptsAtOnce, kAttemptsPerSecond, now_()) {}

std::string Entrance::newToken() {
  const std::lock_guard lock(guard_);
  std::string token = newPart();
  token_ = digest(token);
  token_until_ = now_() + kLinkTime;
  return token;
}

std::optional<Entrance::Session> Entrance::enter(std::string_view token) {
  const std::lock_guard lock(guard_);
  const auto now = now_();
  if (!attempts_.take(now) || !token_ || now >= token_until_ || digest(token) != *token_) return std::nullopt;
  token_.reset();
  dropExpired();
  if (inside_.size() >= kMaxSessions) inside_.pop_front();
  Session session{.cookie = newPart(), .key = newPart()};
  inside_.push_back({.cookie = digest(session.cookie),
                     .key = digest(session.key),
                     .seen = now,
                     .rate = RateLimit(kRequestsAtOnce, kRequestsPerSecond, now)});
  return session;
}

Entrance::Admitted Entrance::admit(std::string_view cookie, std::string_view key) {
  const std::lock_guard lock(guard_);
  dropExpired();
  const auto found = ranges::find(inside_, digest(cookie), &Inside::cookie);
  if (found == inside_.end() || found->key != digest(key)) return Admitted::no;
  found->seen = now_();
  inside_.splice(inside_.end(), inside_, found);
  return found->rate.take(found->seen) ? Admitted::yes : Admitted::too_often;
}

bool Entrance::admitStranger() {
  const std::lock_guard lock(guard_);
  return strangers_.take(now_());
}

void Entrance::dropExpired() {
  const auto oldest = now_() - kSessionTime;
  inside_.remove_if([&](const Inside& one) { return one.seen < oldest; });
}

}  // namespace docket::desk
