// Maps text keys to numbers. It stores only hashes; the keys stay with their owners.
// Invariant: the number of slots is a power of two, and at least a quarter of them is free, so every search ends. The
// slots are never iterated, so their order, which depends on the hashes, has no effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace docket {

class KeyIndex {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;  ///< no number

  /// The number of a key, or kNone. `key_of(number)` returns the key of an added number.
  template <class KeyOf>
  [[nodiscard]] std::uint32_t find(std::string_view key, KeyOf&& key_of) const {
    if (slots_.empty()) return kNone;
    const std::uint32_t hash = hashOf(key);
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].number != kNone; at = next(at)) {
      if (slots_[at].hash == hash && key_of(slots_[at].number) == key) break;
    }
    return slots_[at].number;
  }

  /// Adds a number under a key that is not in the index.
  void add(std::string_view key, std::uint32_t number);

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = kNone;  // kNone: free
  };

  static std::uint32_t hashOf(std::string_view key);
  [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  void put(Slot slot);

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace docket
