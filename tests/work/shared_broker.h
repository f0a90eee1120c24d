// A broker in memory whose queues several consumers share: queues that lose, repeat and reorder by a seed, and
// connections that break. Messages that a consumer did not acknowledge go to another one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/relay/lossy_queue.h"
#include "tools/relay/bus.h"

namespace docket::test {

struct SharedBroker {
  explicit SharedBroker(std::uint64_t seed) : dice(seed) {}

  Dice dice;
  std::uint32_t trouble = 0;  ///< one message in so many is lost, repeated or overtaken, each; 0: none is
  std::uint64_t published = 0;
  std::map<std::string, std::deque<std::string>, std::less<>> queues;
  /// The number of times that a message may come back before it is dropped, as by RabbitMQ.
  static constexpr unsigned kDeliveryLimit = 20;
  std::map<std::string, unsigned> given_back;

  void put(std::string_view name, std::string message) {
    auto& queue = queues[std::string(name)];
    ++published;
    if (trouble != 0 && dice.one(trouble)) return;
    if (trouble != 0 && dice.one(trouble)) queue.push_back(message);
    queue.push_back(std::move(message));
    if (trouble != 0 && dice.one(trouble) && queue.size() > 1)
      std::swap(queue.back(), queue[dice.upTo(static_cast<std::uint32_t>(queue.size() - 1))]);
  }
};

class SharedBus : public relay::Bus {
 public:
  SharedBus(SharedBroker& broker, std::string consume, std::size_t prefetch)
      : broker_(broker), consume_(std::move(consume)), prefetch_(prefetch) {
    events_.emplace_back(relay::Opened{});
  }
  ~SharedBus() override { giveBack(); }

  void publish(std::string_view queue, std::uint64_t number, std::string message) override {
    broker_.put(queue, std::move(message));
    events_.emplace_back(relay::Confirmed{.number = number, .accepted = true});
  }
  void acknowledge(std::uint64_t tag) override { handed_out_.erase(tag); }
  [[nodiscard]] std::size_t waitingBytes() const override { return 0; }
  [[nodiscard]] std::vector<relay::BusEvent> wait(std::chrono::milliseconds /*most*/) override {
    auto events = std::exchange(events_, {});
    for (auto& queue = broker_.queues[consume_]; !queue.empty() && handed_out_.size() < prefetch_;) {
      const auto& message = handed_out_.emplace(++tag_, std::move(queue.front())).first->second;
      queue.pop_front();
      events.emplace_back(relay::Delivered{.tag = tag_, .user = "tester", .bytes = message.size(), .message = message});
    }
    return events;
  }
  /// The connection breaks and is restored.
  void breakOnce() {
    giveBack();
    events_.clear();
    events_.emplace_back(relay::Closed{.why = "broken"});
    events_.emplace_back(relay::Opened{});
  }

 private:
  void giveBack() {
    auto& queue = broker_.queues[consume_];
    for (auto one = handed_out_.rbegin(); one != handed_out_.rend(); ++one) {
      if (++broker_.given_back[one->second] <= SharedBroker::kDeliveryLimit) queue.push_front(std::move(one->second));
    }
    handed_out_.clear();
  }

  SharedBroker& broker_;
  const std::string consume_;
  const std::size_t prefetch_;
  std::vector<relay::BusEvent> events_;
  std::map<std::uint64_t, std::string> handed_out_;
  std::uint64_t tag_ = 0;
};

}  // namespace docket::test
