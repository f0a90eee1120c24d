#include "tools/work/worker.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <utility>

#include "events/errors.h"

namespace docket::work {
namespace {

std::string newWorkSession() {
  std::array<std::uint8_t, 8> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return hex(bytes);
}

}  // namespace

Worker::Worker(SignerKey own, std::vector<VerifierKey> coordinators, relay::Bus& bus, Do work, Report report)
    : own_(std::move(own)),
      coordinators_(std::move(coordinators)),
      bus_(bus),
      work_(std::move(work)),
      report_(std::move(report)),
      session_(newWorkSession()) {}

void Worker::handle(const relay::BusEvent& event) {
  if (std::holds_alternative<relay::Opened>(event)) {
    open_ = true;
    if (reply_) bus_.publish(reply_->queue, reply_->number, reply_->message);
  } else if (std::holds_alternative<relay::Closed>(event)) {
    open_ = false;
    orders_.clear();  // they come again, perhaps to another worker
    resting_tag_ = 0;
    if (reply_) reply_->tag = 0;
  } else if (const auto* const confirmed = std::get_if<relay::Confirmed>(&event)) {
    if (!reply_ || reply_->number != confirmed->number) return;
    if (!confirmed->accepted) return bus_.publish(reply_->queue, reply_->number, reply_->message);
    if (reply_->declines) {
      resting_tag_ = reply_->tag;
    } else if (reply_->tag != 0) {
      bus_.acknowledge(reply_->tag);
    }
    last_ = std::exchange(reply_, std::nullopt);
  } else if (const auto* const delivered = std::get_if<relay::Delivered>(&event)) {
    takeOrder(*delivered);
  }
}

void Worker::takeOrder(const relay::Delivered& message) {
  const auto refuse = [&](const std::string& why) {
    report_({.from = message.user, .leaves = {}, .says = Says::declined, .why = why, .bytes = 0});
    bus_.acknowledge(message.tag);
  };
  if (message.bytes > message.message.size()) return refuse("the message is too large");
  try {
    static_cast<void>(readOrder(message.message, coordinators_));
    orders_.push_back({.tag = message.tag, .message = message.message});
  } catch (const BadInput& malformed) {
    refuse(malformed.what());
  }
}

bool Worker::isMeant(const Order& order) const {
  return std::find(order.not_by.begin(), order.not_by.end(), own_.verifier.name) == order.not_by.end();
}

bool Worker::doNext(std::chrono::milliseconds now) {
  if (resting_tag_ != 0 && now >= rests_until_) bus_.acknowledge(std::exchange(resting_tag_, 0));
  if (orders_.empty() || reply_ || !open_) return false;
  const Waiting waiting = std::move(orders_.front());
  orders_.pop_front();
  const auto [order, job] = readOrder(waiting.message, coordinators_);
  const std::string queue = replyQueue(order.from);
  const Digest name = digest(std::string_view(waiting.message));
  if (last_ && last_->order == name && !last_->declines) {  // it was done when the connection broke
    reply_ = std::exchange(last_, std::nullopt);
    reply_->tag = waiting.tag;
    reply_->number = ++number_;
    bus_.publish(reply_->queue, reply_->number, reply_->message);
    return true;
  }
  Reply reply{.to = order.from,
              .from = own_.verifier.name,
              .session = session_,
              .job = digest(job),
              .serial = order.serial,
              .leaves = order.leaves,
              .says = Says::took};
  RangeOutcome outcome{.says = Says::declined, .why = "it is for others"};
  if (isMeant(order)) {
    bus_.publish(queue, ++number_, written(reply, {}, own_));
    outcome = work_(order.leaves, job);
    if (outcome.result.size() > relay::kMaxPayloadBytes)
      outcome = {.says = Says::failed,
                 .why = fmt::format("the result has {} bytes; the maximum is {}: make the ranges smaller (--per)",
                                    outcome.result.size(), relay::kMaxPayloadBytes)};
  }
  reply.says = outcome.says;
  reply.why = outcome.why;
  reply_ = {.number = ++number_,
            .tag = waiting.tag,
            .queue = queue,
            .message = written(reply, outcome.result, own_),
            .order = name,
            .declines = outcome.says == Says::declined};
  if (reply_->declines) rests_until_ = now + kRest;
  bus_.publish(reply_->queue, reply_->number, reply_->message);
  report_({.from = order.from,
           .leaves = order.leaves,
           .says = outcome.says,
           .why = outcome.why,
           .bytes = outcome.result.size()});
  return true;
}

}  // namespace docket::work
