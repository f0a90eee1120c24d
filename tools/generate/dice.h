// Random numbers from a seed, the same on every machine (splitmix64). The standard library's distributions are not used
// because they differ between implementations.
// Invariant: the n-th number depends on the seed alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace docket::generate {

class Dice {
 public:
  /// The numbers of one game; each game of a seed has its own sequence.
  Dice(std::uint64_t seed, std::uint64_t game) : state_(mixed(seed) ^ mixed(game + 0x632BE59BD9B4E019ULL)) {}

  /// A number from 0 to bound - 1; 0 if bound is 0.
  std::size_t below(std::size_t bound) {
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>((mixed(state_) >> 32U) * bound >> 32U);
  }
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(below(static_cast<std::size_t>(most - least + 1)));
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30U) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27U) * 0x94D049BB133111EBULL;
    return z ^ z >> 31U;
  }

  std::uint64_t state_;
};

}  // namespace docket::generate
