#include "tools/desk/entrance.h"

#include <algorithm>
#include <range/v3/algorithm/count.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"

namespace docket::desk {
namespace {

constexpr double kRequestsAtOnce = 200, kRequestsPerSecond = 50;    // of a session: more than a person can cause
constexpr double kStrangersAtOnce = 100, kStrangersPerSecond = 20;  // pages, scripts and styles, of an address
constexpr double kAttemptsAtOnce = 10, kAttemptsPerSecond = 0.2;    // to open a link, of an address
constexpr std::size_t kMaxStrangers = 1'000;                        // addresses; the rest share one
constexpr std::chrono::minutes kStrangerTime{1};
constexpr std::chrono::minutes kBetweenNotes{1};
constexpr std::size_t kSessionLetters = 8;

std::string newPart() { return hex(newSecret()); }
std::string digestOf(std::string_view part) { return hex(digest(part)); }

UnixTime unixNow() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// If the file is damaged, no one is admitted.
People readOrEmpty(const PeopleFile& people_file) {
  try {
    return people_file.read();
  } catch (const EnvironmentError&) {
    return {};
  }
}

}  // namespace

bool RateLimit::take(Time now) {
  left_ = std::min(most_, left_ + per_second_ * std::chrono::duration<double>(now - then_).count());
  then_ = now;
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

Entrance::Entrance(std::function<Clock::time_point()> now, PeopleFile* people_file)
    : now_(std::move(now)), people_file_(people_file) {
  syncPeople();
}

std::string Entrance::newToken() {
  const std::lock_guard lock(guard_);
  std::string token = newPart();
  token_ = digestOf(token);
  token_until_ = now_() + kLinkTime;
  return token;
}

Entrance::OpenSession& Entrance::add(OpenSession open) {
  open.pages = newPart();
  open.seen = now_();
  open_sessions_.push_back(std::move(open));
  return open_sessions_.back();
}

std::optional<Entrance::SessionKeys> Entrance::enter(std::string_view token, const std::string& client,
                                                     const SessionKeys* own) {
  const std::string opens = digestOf(token);
  {
    const std::lock_guard lock(guard_);
    const auto now = now_();
    if (!stranger(client).attempts.take(now)) return std::nullopt;
    dropExpired();
    if (token_ && now < token_until_ && opens == *token_) {
      token_.reset();
      const OpenSession* open = own == nullptr ? nullptr : find(digestOf(own->cookie));
      if (open != nullptr && open->key == digestOf(own->key) && !open->kept) return *own;
      if (ranges::count(open_sessions_, false, &OpenSession::kept) >= static_cast<std::ptrdiff_t>(kMaxSessions))
        open_sessions_.erase(ranges::find(open_sessions_, false, &OpenSession::kept));
      SessionKeys session{.cookie = newPart(), .key = newPart()};
      add({.id = newPart().substr(0, kSessionLetters),
           .person = {},
           .cookie = digestOf(session.cookie),
           .key = digestOf(session.key),
           .rate = RateLimit(kRequestsAtOnce, kRequestsPerSecond, now)});
      return session;
    }
  }
  return people_file_ == nullptr ? std::nullopt : acceptInvitation(opens);
}

/// Reads and writes files, so it does not hold `guard_` meanwhile.
std::optional<Entrance::SessionKeys> Entrance::acceptInvitation(const std::string& token) {
  const UnixTime now = unixNow();
  const auto invitation_in = [&](People& people) {
    return ranges::find_if(people.invitations,
                           [&](const Invitation& one) { return one.token == token && now < one.until; });
  };
  People before = people_file_->read();
  if (invitation_in(before) == before.invitations.end()) return std::nullopt;
  const std::lock_guard file_lock(file_guard_);
  std::optional<StoredSession> begun;
  SessionKeys session{.cookie = newPart(), .key = newPart()};
  people_file_->change([&](People& people) {
    people.dropExpired(now);
    const auto invitation = invitation_in(people);
    if (invitation == people.invitations.end()) return;  // already used from another device
    begun = StoredSession{.id = invitation->id,
                          .person = invitation->person,
                          .cookie = digestOf(session.cookie),
                          .key = digestOf(session.key),
                          .begun = now,
                          .seen = now};
    people.invitations.erase(invitation);
    people.sessions.push_back(*begun);
  });
  // The file may be removed before the next sync; it must not look as if it had never changed.
  people_version_.reset();
  if (!begun) return std::nullopt;
  session.person = begun->person;
  const std::lock_guard lock(guard_);
  if (find(begun->cookie) == nullptr) take({.sessions = {*begun}});
  return session;
}

/// Adds the sessions that are not open yet.
void Entrance::take(const People& people) {
  const UnixTime now = unixNow();
  for (const StoredSession& one : people.sessions) {
    if (find(one.cookie) != nullptr || one.seen + PeopleFile::kSessionSeconds < now) continue;
    OpenSession& open = add({.id = one.id,
                             .person = one.person,
                             .kept = true,
                             .cookie = one.cookie,
                             .key = one.key,
                             .rate = RateLimit(kRequestsAtOnce, kRequestsPerSecond, now_())});
    open.seen -= std::chrono::seconds(std::max<UnixTime>(0, now - one.seen));
  }
}

Entrance::OpenSession* Entrance::find(std::string_view cookie) {
  const auto found = ranges::find(open_sessions_, cookie, &OpenSession::cookie);
  return found == open_sessions_.end() ? nullptr : &*found;
}

Entrance::Admitted Entrance::admit(std::string_view cookie, std::string_view key) {
  const std::lock_guard lock(guard_);
  dropExpired();
  const auto found = ranges::find(open_sessions_, digestOf(cookie), &OpenSession::cookie);
  if (found == open_sessions_.end() || found->key != digestOf(key)) return Admitted::no;
  found->seen = now_();
  open_sessions_.splice(open_sessions_.end(), open_sessions_, found);
  return found->rate.take(found->seen) ? Admitted::yes : Admitted::too_often;
}

Entrance::Visitor Entrance::visitorOf(const OpenSession& open) {
  return {.session = open.id, .person = open.person, .pages = open.pages};
}

std::optional<Entrance::Visitor> Entrance::visitor(std::string_view cookie, std::string_view key) {
  const std::lock_guard lock(guard_);
  dropExpired();
  const OpenSession* found = find(digestOf(cookie));
  return found == nullptr || found->key != digestOf(key) ? std::nullopt : std::optional(visitorOf(*found));
}

std::optional<Entrance::Visitor> Entrance::visitorOfPages(std::string_view cookie, std::string_view pages) {
  const std::lock_guard lock(guard_);
  dropExpired();
  OpenSession* found = find(digestOf(cookie));
  // Digests are compared, so that the time it takes tells nothing.
  if (found == nullptr || digestOf(found->pages) != digestOf(pages)) return std::nullopt;
  found->seen = now_();
  return found->rate.take(found->seen) ? std::optional(visitorOf(*found)) : std::nullopt;
}

bool Entrance::hasSessionOfPages(std::string_view cookie, std::string_view pages) {
  const std::lock_guard lock(guard_);
  dropExpired();
  const OpenSession* found = find(digestOf(cookie));
  return found != nullptr && digestOf(found->pages) == digestOf(pages);
}

void Entrance::leave(const std::string& session) {
  const std::lock_guard file_lock(file_guard_);
  bool kept = false;
  {
    const std::lock_guard lock(guard_);
    const auto found = ranges::find(open_sessions_, session, &OpenSession::id);
    if (found == open_sessions_.end()) return;
    kept = found->kept;
    open_sessions_.erase(found);
  }
  if (kept) people_file_->change([&](People& people) { people.revoke(session); });
}

Entrance::Stranger& Entrance::stranger(const std::string& client) {
  const auto now = now_();
  if (strangers_.size() >= kMaxStrangers) {
    std::erase_if(strangers_, [&](const auto& one) {
      return std::max(one.second.requests.last(), one.second.attempts.last()) + kStrangerTime < now;
    });
  }
  const bool is_known = strangers_.contains(client) || strangers_.size() < kMaxStrangers;
  return strangers_
      .try_emplace(is_known ? client : std::string(),
                   Stranger{.requests = RateLimit(kStrangersAtOnce, kStrangersPerSecond, now),
                            .attempts = RateLimit(kAttemptsAtOnce, kAttemptsPerSecond, now)})
      .first->second;
}

bool Entrance::admitStranger(const std::string& client) {
  const std::lock_guard lock(guard_);
  return stranger(client).requests.take(now_());
}

void Entrance::syncPeople() {
  if (people_file_ == nullptr) return;
  const std::lock_guard file_lock(file_guard_);
  std::optional version = people_file_->version();
  if (version != people_version_) {
    people_version_ = std::move(version);
    const People people = readOrEmpty(*people_file_);
    const std::lock_guard lock(guard_);
    open_sessions_.remove_if([&](const OpenSession& one) {
      return one.kept && ranges::find(people.sessions, one.cookie, &StoredSession::cookie) == people.sessions.end();
    });
    take(people);
  }
  if (now_() - noted_ < kBetweenNotes) return;
  try {
    noteUse();
  } catch (const EnvironmentError&) {  // it is tried again in a while; until then an idle session ends earlier
  }
}

void Entrance::noteUse() {
  noted_ = now_();
  std::map<std::string, UnixTime> seen;
  {
    const std::lock_guard lock(guard_);
    dropExpired();
    for (const OpenSession& one : open_sessions_) {
      if (!one.kept) continue;
      seen[one.id] = unixNow() - std::chrono::duration_cast<std::chrono::seconds>(noted_ - one.seen).count();
    }
  }
  if (seen.empty()) return;
  people_file_->change([&](People& people) {
    for (StoredSession& one : people.sessions) {
      if (const auto found = seen.find(one.id); found != seen.end()) one.seen = std::max(one.seen, found->second);
    }
    people.dropExpired(unixNow());
  });
}

void Entrance::dropExpired() {
  const auto oldest = now_() - kSessionTime;
  open_sessions_.remove_if([&](const OpenSession& one) { return one.seen < oldest; });
}

}  // namespace docket::desk
