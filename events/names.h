// The names that a game's events use (zones, stats, phases, keywords, ...), each by a small number.
// An event carries a name's number; the event that first uses a name carries the name itself (context.names).
// Invariant: a name's number is the order in which it was first used, from 1; 0 is the empty name.
#pragma once

#include <algorithm>
#include <cstdint>
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
    const auto place = placeOf(text);
    if (place != by_text_.end() && this->text(*place) == text) return *place;
    if (texts_.size() >= kMost) throw std::length_error("a game can use at most 65535 names");
    texts_.emplace_back(text);
    const auto fresh = static_cast<std::uint16_t>(texts_.size());
    by_text_.insert(place, fresh);
    return fresh;
  }

  /// The number of `text`, or 0 where it was never used.
  [[nodiscard]] std::uint16_t find(std::string_view text) const {
    const auto place = placeOf(text);
    return place != by_text_.end() && this->text(*place) == text ? *place : std::uint16_t{0};
  }

  /// The name of a number; empty for 0 and for a number that no name has.
  [[nodiscard]] std::string_view text(std::uint16_t number) const {
    return number == 0 || number > texts_.size() ? std::string_view{} : std::string_view{texts_[number - 1U]};
  }

  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  /// Where the number of a text stands in by_text_, or would stand.
  [[nodiscard]] std::vector<std::uint16_t>::const_iterator placeOf(std::string_view wanted) const {
    return std::lower_bound(by_text_.begin(), by_text_.end(), wanted,
                            [this](std::uint16_t one, std::string_view other) { return this->text(one) < other; });
  }

  std::vector<std::string> texts_;
  std::vector<std::uint16_t> by_text_;  // the numbers in the order of their texts: a game has a few dozen
};

}  // namespace docket
