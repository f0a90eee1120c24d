#include "tools/work/coordinator.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "events/errors.h"

namespace docket::work {
namespace {

constexpr Time kDeclinedPause{1'000}, kRefusedPause{2'000};
/// Times 0 to 99 at random. Two workers that each get the order of which they made the first result, after equal
/// pauses, would get it again and again.
constexpr Time kDeclinedJitter{20};
/// The number of orders that are published and not done: per worker, and at least.
constexpr std::size_t kOutPerWorker = 2, kLeastOut = 4;
constexpr std::size_t kFailuresInARow = 3;

std::string leavesIn(LeafSpan leaves) { return leaf_ranges::wordsOf(std::span(&leaves, 1)); }

}  // namespace

Coordinator::Coordinator(WorkSettings settings, const std::vector<LeafSpan>& ranges, std::string job, relay::Bus& bus,
                         ResultFolder& results, std::function<void(const std::string&)> report)
    : settings_(std::move(settings)),
      job_(std::move(job)),
      job_digest_(digest(std::string_view(job_))),
      bus_(bus),
      results_(results),
      report_(std::move(report)),
      open_ranges_(ranges.size()),
      timeout_(settings_.range_timeout) {
  for (const LeafSpan& leaves : ranges) {
    by_first_.emplace(leaves.first, ranges_.size());
    waiting_.insert(ranges_.size());
    ranges_.push_back({.leaves = leaves});
  }
}

// ---- what happens

void Coordinator::handle(const relay::BusEvent& event, Time now) {
  if (std::holds_alternative<relay::Opened>(event)) {
    open_ = true;
  } else if (std::holds_alternative<relay::Closed>(event)) {
    open_ = false;
    for (const auto& [serial, place] : std::exchange(unconfirmed_, {})) {
      TrackedRange& one = ranges_[place];
      if (one.state == State::published && one.serial == serial) reopen(one, now);
    }
  } else if (const auto* const confirmed = std::get_if<relay::Confirmed>(&event)) {
    const auto found = unconfirmed_.find(confirmed->number);
    if (found == unconfirmed_.end()) return;
    TrackedRange& one = ranges_[found->second];
    unconfirmed_.erase(found);
    if (!confirmed->accepted && one.state == State::published && one.serial == confirmed->number)
      reopen(one, now + kRefusedPause);
  } else if (const auto* const delivered = std::get_if<relay::Delivered>(&event)) {
    take(*delivered, now);
    bus_.acknowledge(delivered->tag);
  }
}

void Coordinator::take(const relay::Delivered& message, Time now) {
  if (message.bytes > message.message.size())
    return refuse(claimedSender(message.message), message.user, "the message is too large");
  try {
    const auto read = readReply(message.message, settings_.own.verifier.name, settings_.workers);
    const Reply& reply = read.content;
    if (reply.job != job_digest_) {
      ++of_other_jobs_;
      return;
    }
    const auto found = by_first_.find(reply.leaves.first);
    if (found == by_first_.end() || ranges_[found->second].leaves != reply.leaves)
      return refuse(reply.from, message.user, fmt::format("{} are no range of this job", leavesIn(reply.leaves)));
    const auto excluded = excluded_.find(reply.from);
    if (excluded != excluded_.end() && excluded->second.is_distrusted)
      return refuse(reply.from, message.user, "it is no longer trusted");
    heard_ = now;
    timeout_ = settings_.range_timeout;
    handleReply(ranges_[found->second], reply, read.payload, now);
  } catch (const BadInput& malformed) {
    refuse(claimedSender(message.message), message.user, malformed.what());
  }
}

void Coordinator::handleReply(TrackedRange& one, const Reply& reply, std::string_view result, Time now) {
  const bool is_of_last_order = one.state == State::published && reply.serial == one.serial;
  switch (reply.says) {
    case Says::took:
      return handleTaken(one, reply, now);
    case Says::done:
      return handleResult(one, reply, result, now);
    case Says::failed:
      if (is_of_last_order) fail(one, reply.from, reply.why, now);
      return;
    case Says::declined:
      if (is_of_last_order) handleDeclined(one, now);
      return;
    case Says::unfit:
      if (isUsable(reply.from)) exclude(reply.from, {.is_distrusted = false, .why = reply.why, .leaves = one.leaves});
      if (is_of_last_order) reopen(one, now);
      return;
  }
}

void Coordinator::handleTaken(TrackedRange& one, const Reply& reply, Time now) {
  if (reply.serial <= serial_) taken_last_ = std::max(taken_last_, reply.serial);
  if (one.state != State::published) return;
  // The broker delivers an order again when the worker that took it is gone.
  const bool is_other = one.taken_by != reply.from || one.taken_session != reply.session;
  if (!one.taken_by.empty() && is_other && one.taken_serial == reply.serial)
    countAttempt(one, one.taken_by, "it took the range and did not finish it");
  if (one.state != State::published) return;
  one.taken_by = reply.from;
  one.taken_session = reply.session;
  one.taken_serial = reply.serial;
  one.heard = now;
  one.declined_since.reset();
}

void Coordinator::handleDeclined(TrackedRange& one, Time now) {
  reopen(one, now + kDeclinedPause + kDeclinedJitter * settings_.dice());
  if (!one.declined_since) one.declined_since = now;
  if (now - *one.declined_since <= settings_.range_timeout) return;
  // No worker that may take this range has answered within the timeout.
  if (one.is_rechecked) return settleLocally(one, {{.worker = one.by, .digest = one.result.digest}}, now);
  one.failed_by.clear();
}

void Coordinator::handleResult(TrackedRange& one, const Reply& reply, std::string_view result, Time now) {
  StoredResult kept;
  try {
    kept = results_.keep(one.leaves, result);
  } catch (const BadInput& wrong) {
    distrust(reply.from, one.leaves, fmt::format("its result is not one of this job: {}", wrong.what()), now);
    if (one.state == State::published && one.taken_by == reply.from) reopen(one, now);
    return;
  }
  if (one.result.file.empty()) {
    accept(one, reply.from, std::move(kept), now);
  } else {
    handleSecondResult(one, reply.from, kept, now);
  }
}

void Coordinator::accept(TrackedRange& one, const std::string& worker, StoredResult result, Time now) {
  failures_.erase(worker);
  one.result = std::move(result);
  one.by = worker;
  one.also_by.clear();
  if (settings_.recheck == 0 || settings_.dice() >= settings_.recheck) return settle(one, State::done);
  one.is_rechecked = true;
  one.attempts = 0;
  one.failed_by.clear();
  one.declined_since.reset();
  reopen(one, now);
}

void Coordinator::handleSecondResult(TrackedRange& one, const std::string& worker, const StoredResult& second,
                                     Time now) {
  if (second.digest != one.result.digest) {
    results_.remove(second);
    return settleLocally(
        one, {{.worker = worker, .digest = second.digest}, {.worker = one.by, .digest = one.result.digest}}, now);
  }
  if (worker == one.by) {
    ++repeated_;
    if (one.is_rechecked && one.state == State::published) reopen(one, now + kDeclinedPause);
    return;
  }
  one.also_by = worker;
  failures_.erase(worker);
  if (!std::exchange(one.is_rechecked, false)) {
    ++repeated_;
    return;
  }
  ++rechecked_;
  settle(one, State::done);
}

// ---- results and distrust

/// Computes the range locally and distrusts every worker whose result differs.
void Coordinator::settleLocally(TrackedRange& one, const std::vector<Claim>& claims, Time now) {
  StoredResult own = results_.computeLocally(one.leaves);
  ++computed_locally_;
  if (one.result.digest != own.digest) {
    results_.remove(one.result);
    one.by.clear();
    one.also_by.clear();
  }
  one.result = std::move(own);
  if (std::exchange(one.is_rechecked, false)) ++rechecked_;
  settle(one, State::done);
  for (const auto& [worker, claimed] : claims) {
    if (claimed != one.result.digest && !worker.empty() && (isUsable(worker) || !excluded_.at(worker).is_distrusted))
      distrust(worker, one.leaves, "the coordinator computed a different result for this range", now);
  }
}

void Coordinator::distrust(const std::string& worker, LeafSpan leaves, const std::string& why, Time now) {
  std::uint64_t redone = 0;
  for (TrackedRange& one : ranges_) {
    if (one.also_by == worker) one.also_by.clear();
    if (one.by != worker || one.result.file.empty()) continue;
    one.by = std::exchange(one.also_by, {});
    if (!one.by.empty()) continue;  // another one says the same
    results_.remove(std::exchange(one.result, {}));
    one.is_rechecked = false;
    reopen(one, now);
    ++redone;
  }
  exclude(worker, {.is_distrusted = true, .why = why, .leaves = leaves, .redone = redone});
}

void Coordinator::exclude(const std::string& worker, Excluded excluded) {
  const std::string what = excluded.is_distrusted
                               ? fmt::format("is no longer trusted ({}); {} of its ranges are done again",
                                             leavesIn(excluded.leaves), excluded.redone)
                               : std::string("gets no more ranges");
  report_(fmt::format("{} {}: {}", worker, what, excluded.why));
  excluded_[worker] = std::move(excluded);
}

void Coordinator::refuse(const std::string& from, const std::string& user, const std::string& why) {
  constexpr std::size_t kMaxRefusals = 1'000;
  const Refusal refusal{.from = from, .user = user, .why = why};
  const auto found = refused_.find(refusal);
  if (found != refused_.end()) {
    ++found->second;
    return;
  }
  if (refused_.size() >= kMaxRefusals) return;
  refused_.emplace(refusal, 1);
  report_(fmt::format("refused a message of {}{}: {}", from.empty() ? "an unknown sender" : from,
                      user.empty() ? "" : fmt::format(" (user {})", user), why));
}

// ---- ranges and their attempts

void Coordinator::settle(TrackedRange& one, State state) {
  const bool was_open = one.state == State::waiting || one.state == State::published;
  if (was_open) --open_ranges_;
  waiting_.erase(placeOf(one));
  out_.erase(placeOf(one));
  one.state = state;
}

void Coordinator::reopen(TrackedRange& one, Time not_before) {
  const bool was_open = one.state == State::waiting || one.state == State::published;
  if (!was_open) ++open_ranges_;
  out_.erase(placeOf(one));
  waiting_.insert(placeOf(one));
  one.state = State::waiting;
  one.not_before = not_before;
  one.taken_by.clear();
}

void Coordinator::countAttempt(TrackedRange& one, const std::string& worker, const std::string& why) {
  ++one.attempts;
  one.failed_by.insert(worker);
  one.why.push_back(fmt::format("{}: {}", worker, why));
  report_(fmt::format("{}, attempt {}: {}", leavesIn(one.leaves), one.attempts, one.why.back()));
  auto& failures = failures_[worker];
  failures.insert(one.leaves.first);
  if (failures.size() >= kFailuresInARow && isUsable(worker) && usable() > 1)
    exclude(worker, {.is_distrusted = false,
                     .why = fmt::format("it failed {} ranges in a row; the last: {}", kFailuresInARow, why),
                     .leaves = one.leaves});
  if (one.attempts >= kMaxAttempts && !one.is_rechecked) settle(one, State::failed);
}

void Coordinator::fail(TrackedRange& one, const std::string& worker, const std::string& why, Time now) {
  countAttempt(one, worker, why);
  if (one.state == State::failed) return;
  if (one.is_rechecked && one.attempts >= kMaxAttempts)
    return settleLocally(one, {{.worker = one.by, .digest = one.result.digest}}, now);
  reopen(one, now);
}

// ---- orders

std::size_t Coordinator::usable() const {
  return static_cast<std::size_t>(std::count_if(settings_.workers.begin(), settings_.workers.end(),
                                                [&](const VerifierKey& worker) { return isUsable(worker.name); }));
}

/// The workers that may compute a range: preferably none that failed it; for a second result, not the first one's.
std::set<std::string> Coordinator::candidates(const TrackedRange& one) const {
  std::set<std::string> all, fresh;
  for (const VerifierKey& worker : settings_.workers) {
    if (!isUsable(worker.name) || (one.is_rechecked && worker.name == one.by)) continue;
    all.insert(worker.name);
    if (!one.failed_by.contains(worker.name)) fresh.insert(worker.name);
  }
  return fresh.empty() ? all : fresh;
}

void Coordinator::publish(TrackedRange& one, Time now) {
  const auto may = candidates(one);
  Order order{.from = settings_.own.verifier.name, .serial = ++serial_, .leaves = one.leaves, .not_by = {}};
  for (const VerifierKey& worker : settings_.workers) {
    if (!may.contains(worker.name) && order.not_by.size() < kMaxNotMeant) order.not_by.push_back(worker.name);
  }
  one.state = State::published;
  one.serial = serial_;
  one.heard = now;
  one.taken_by.clear();
  waiting_.erase(placeOf(one));
  out_.insert(placeOf(one));
  unconfirmed_.emplace(serial_, placeOf(one));
  bus_.publish(orderQueue(order.from), serial_, written(order, job_, settings_.own));
}

void Coordinator::giveUpWaiting(Time now) {
  if (heard_ == Time::min()) heard_ = now;
  const bool is_silent = now - heard_ > timeout_;
  if (is_silent) timeout_ += now - heard_;  // each time for longer
  for (const std::size_t place : std::set<std::size_t>(out_)) {
    TrackedRange& one = ranges_[place];
    if (!one.taken_by.empty()) {
      if (now - one.heard > settings_.range_timeout) fail(one, one.taken_by, "no result came in time", now);
    } else if (is_silent) {
      reopen(one, now);
    } else if (one.serial < taken_last_ && now - one.heard > one.pause) {
      one.pause = std::min(one.pause * 2, std::max(one.pause, settings_.range_timeout));
      reopen(one, now);
    }
  }
}

/// Handles ranges that no remaining worker may compute: rechecks are computed locally, other ranges fail.
void Coordinator::endWithoutWorkers(Time now) {
  const bool is_nobody_left = usable() == 0;
  if (excluded_.empty()) return;
  for (auto next = waiting_.begin(); next != waiting_.end();) {
    TrackedRange& one = ranges_[*next++];
    if (one.is_rechecked && candidates(one).empty()) {
      settleLocally(one, {{.worker = one.by, .digest = one.result.digest}}, now);
    } else if (is_nobody_left) {
      one.why.emplace_back("no worker is left that can do it");
      settle(one, State::failed);
    }
  }
}

void Coordinator::send(Time now) {
  giveUpWaiting(now);
  if (usable() == 0) {
    for (const std::size_t place : std::set<std::size_t>(out_)) reopen(ranges_[place], now);
  }
  endWithoutWorkers(now);
  if (!open_) return;
  const std::size_t most = std::max(kOutPerWorker * usable(), kLeastOut);
  for (auto next = waiting_.begin(); next != waiting_.end() && out_.size() < most;) {
    TrackedRange& one = ranges_[*next++];
    if (one.not_before <= now) publish(one, now);
  }
}

// ---- what there is to report

std::size_t Coordinator::done() const {
  return static_cast<std::size_t>(
      std::count_if(ranges_.begin(), ranges_.end(), [](const TrackedRange& one) { return one.state == State::done; }));
}

std::vector<FailedRange> Coordinator::failed() const {
  std::vector<FailedRange> all;
  for (const TrackedRange& one : ranges_) {
    if (one.state == State::failed) all.push_back({.leaves = one.leaves, .why = one.why});
  }
  return all;
}

std::map<std::string, std::uint64_t> Coordinator::doneBy() const {
  std::map<std::string, std::uint64_t> all;
  for (const TrackedRange& one : ranges_) {
    if (one.state == State::done && !one.by.empty()) ++all[one.by];
  }
  return all;
}

}  // namespace docket::work
