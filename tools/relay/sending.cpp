#include "tools/relay/sending.h"

#include <algorithm>

namespace docket::relay {

SendingGame::Next SendingGame::next(Time now) const {
  if (!stuck_.empty() || now < paused_until_) return Next::nothing;
  if (!header_sent_ || !sent_.covers(recorded_)) return Next::batch;
  return !isKept() && now >= ask_at_ ? Next::question : Next::nothing;
}

void SendingGame::publish(std::uint64_t number, Extent to, Time now) {
  const bool is_question = header_sent_ && to == sent_;
  header_sent_ = true;
  sent_ = to;
  published_.push_back({.number = number, .to = to, .confirmed = false});
  published_last_ = number;
  ask_at_ = now + wait_;
  if (is_question) wait_ = std::min(wait_ * 2, kLongestWait);
}

void SendingGame::confirm(std::uint64_t number) {
  for (Published& one : published_) one.confirmed |= one.number == number;
  for (; !published_.empty() && published_.front().confirmed; published_.pop_front()) {
    if (published_.front().to.covers(confirmed_)) confirmed_ = published_.front().to;
  }
}

void SendingGame::lose(Time now, Time pause) {
  if (published_.empty()) return;
  published_.clear();
  goBack(confirmed_);
  paused_until_ = now + pause;
}

void SendingGame::keep(Extent to, Time now) {
  is_known_ = header_sent_ = true;
  kept_ = {.count = std::max(kept_.count, to.count), .sealed = std::max(kept_.sealed, to.sealed)};
  for (Extent* const behind : {&sent_, &confirmed_}) {
    if (kept_.covers(*behind)) *behind = kept_;
  }
  heard(now);
}

void SendingGame::resend(std::uint64_t number, Extent from, Time now) {
  heard(now);
  if (number <= went_back_at_) return;  // what it lacked then was sent again since
  published_.clear();
  confirmed_ = from;
  goBack(from);
}

void SendingGame::hold(Time now) {
  heard(now);
  published_.clear();
  confirmed_ = {};
  goBack({});
  header_sent_ = false;
  paused_until_ = now + kFirstWait;
}

void SendingGame::letGo() { paused_until_ = Time::min(); }

void SendingGame::goBack(Extent to) {
  sent_ = to;
  went_back_at_ = published_last_;
  if (to == Extent{}) header_sent_ = false;
}

/// Waiting begins again: the archive is there.
void SendingGame::heard(Time now) {
  wait_ = kFirstWait;
  if (ask_at_ != Time::max()) ask_at_ = now + wait_;
}

}  // namespace docket::relay
