// A broker in memory: queues that lose, repeat and reorder by a seed, connections that break.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/relay/lossy_queue.h"
#include "tools/relay/bus.h"

namespace docket::test {

struct MemoryBroker {
  explicit MemoryBroker(std::uint64_t seed) : dice(seed) {}

  Dice dice;
  std::uint32_t trouble = 0;  ///< see LossyQueue
  std::uint64_t published = 0;
  std::map<std::string, LossyQueue<std::string>, std::less<>> queues;
};

/// A connection to it that consumes a queue.
class MemoryBus : public relay::Bus {
 public:
  MemoryBus(MemoryBroker& broker, std::string consume) : broker_(broker), consume_(std::move(consume)) { open(); }
  ~MemoryBus() override { queue().giveBack(); }

  void publish(std::string_view queue, std::uint64_t number, std::string message) override {
    ++broker_.published;
    broker_.queues[std::string(queue)].put(std::move(message), broker_.dice, broker_.trouble);
    if (broker_.trouble == 0 || !broker_.dice.one(broker_.trouble))
      events_.emplace_back(relay::Confirmed{.number = number, .accepted = true});
  }
  void acknowledge(std::uint64_t tag) override {
    if (tag == last_tag_) queue().acknowledge();
  }
  [[nodiscard]] std::size_t waitingBytes() const override { return 0; }
  [[nodiscard]] std::vector<relay::BusEvent> wait(std::chrono::milliseconds /*most*/) override {
    auto events = std::exchange(events_, {});
    for (std::string& message : queue().take(1 + broker_.dice.upTo(7)))
      events.emplace_back(relay::Delivered{
          .tag = ++last_tag_, .user = "tester", .bytes = message.size(), .message = std::move(message)});
    return events;
  }
  /// The connection breaks and is restored.
  void breakOnce() {
    queue().giveBack();
    events_.clear();
    events_.emplace_back(relay::Closed{.why = "broken"});
    open();
  }

 private:
  void open() { events_.emplace_back(relay::Opened{}); }
  LossyQueue<std::string>& queue() { return broker_.queues[consume_]; }

  MemoryBroker& broker_;
  std::string consume_;
  std::vector<relay::BusEvent> events_;
  std::uint64_t last_tag_ = 0;
};

}  // namespace docket::test
