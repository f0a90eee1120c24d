// The names that a game's events use (zones, stats, phases, keywords, ...), each by a small number.
// An event carries a name's number; the event that first uses a name carries the name itself (context.names).
// Invariant: a name's number is the order in which it was first used, from 1; 0 is the empty name.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

class Names {
 public:
  static constexpr std::size_t kMost = 65535;

  /// The number of `text`, which is added where it is new. Throws std::length_error past kMost names.
  std::uint16_t number(std::string_view text) {
    if (text.empty()) return 0;
    if (auto found = numbers_.find(text); found != numbers_.end()) return found->second;
    if (texts_.size() >= kMost) throw std::length_error("a game can use 65535 names and no more");
    texts_.emplace_back(text);
    auto fresh = static_cast<std::uint16_t>(texts_.size());
    numbers_.emplace(texts_.back(), fresh);
    return fresh;
  }

  /// The number of `text`, or 0 where it was never used.
  [[nodiscard]] std::uint16_t find(std::string_view text) const {
    auto found = numbers_.find(text);
    return found == numbers_.end() ? std::uint16_t{0} : found->second;
  }

  /// The name of a number; empty for 0 and for a number that no name has.
  [[nodiscard]] std::string_view text(std::uint16_t number) const {
    return number == 0 || number > texts_.size() ? std::string_view{} : std::string_view{texts_[number - 1U]};
  }

  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::vector<std::string> texts_;
  std::map<std::string, std::uint16_t, std::less<>> numbers_;
};

}  // namespace docket
