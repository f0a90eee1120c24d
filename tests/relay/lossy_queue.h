// A queue that loses, repeats and reorders messages, and keeps unacknowledged ones, by a seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>
#include <utility>
#include <vector>

namespace docket::test {

/// Dice that give the same numbers for the same seed everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  /// A number from 0 to most.
  std::uint32_t upTo(std::uint32_t most) { return static_cast<std::uint32_t>(engine_() % (most + 1ULL)); }
  bool one(std::uint32_t in) { return upTo(in - 1) == 0; }

 private:
  std::mt19937_64 engine_;
};

template <class Item>
class LossyQueue {
 public:
  /// `trouble`: one message in so many is lost, repeated or overtaken, each; 0: none is.
  void put(Item item, Dice& dice, std::uint32_t trouble) {
    if (trouble != 0 && dice.one(trouble)) return;
    if (trouble != 0 && dice.one(trouble)) items_.push_back(item);
    items_.push_back(std::move(item));
    if (trouble != 0 && dice.one(trouble) && items_.size() > 1)
      std::swap(items_.back(), items_[dice.upTo(static_cast<std::uint32_t>(items_.size() - 1))]);
  }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  /// Hands out up to so many messages; they are gone once acknowledge() is called.
  std::vector<Item> take(std::size_t most) {
    std::vector<Item> taken;
    for (; !items_.empty() && taken.size() < most; items_.pop_front()) {
      taken.push_back(items_.front());
      handed_out_.push_back(items_.front());
    }
    return taken;
  }
  void acknowledge() { handed_out_.clear(); }
  /// The consumer is gone: its unacknowledged messages are delivered again.
  void giveBack() {
    for (; !handed_out_.empty(); handed_out_.pop_back()) items_.push_front(handed_out_.back());
  }

 private:
  std::deque<Item> items_, handed_out_;
};

}  // namespace docket::test
