// The names that a game's events use (zones, stats, phases, keywords, ...), each by a small number.
// An event carries a name's number; the event that first uses a name carries the name itself (context.names).
// Invariant: a name's number is the order in which it was first used, from 1; 0 is the empty name.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "events/key_index.h"
#include "events/text/text_view.h"
#include "schemas/event.capnp.h"

namespace docket {

class Names {
 public:
  static constexpr std::size_t kMax = 65535;

  /// The number of `text`, which is added if it is new. Throws std::length_error past kMax names.
  std::uint16_t number(std::string_view text) {
    if (const std::uint16_t known = find(text); known != 0 || text.empty()) return known;
    if (texts_.size() >= kMax) throw std::length_error("a game can use at most 65535 names");
    texts_.emplace_back(text);
    const auto fresh = static_cast<std::uint16_t>(texts_.size());
    by_text_.add(text, fresh);
    return fresh;
  }

  /// Adds the names that an event's context lists.
  void addOf(schema::Event::Reader event) {
    for (const auto name : event.getContext().getNames()) number(view(name));
  }

  /// The number of `text`, or 0 if it was never used.
  [[nodiscard]] std::uint16_t find(std::string_view text) const {
    const std::uint32_t found = by_text_.find(text, [this](std::uint32_t number) { return this->text(number); });
    return found == KeyIndex::kNone ? std::uint16_t{0} : static_cast<std::uint16_t>(found);
  }

  /// The name with a number; empty for 0 and for an unused number.
  [[nodiscard]] std::string_view text(std::uint32_t number) const {
    return number == 0 || number > texts_.size() ? std::string_view{} : std::string_view{texts_[number - 1U]};
  }

  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::vector<std::string> texts_;
  KeyIndex by_text_;
};

/// Lists the names from number `from` + 1 on in an event's context, as those that it uses first.
inline void setNewNames(schema::Context::Builder context, const Names& names, std::size_t from) {
  auto list = context.initNames(static_cast<unsigned>(names.size() - from));
  for (unsigned i = 0; i < list.size(); ++i) {
    list.set(i, textReader(names.text(static_cast<std::uint32_t>(from + i + 1))));
  }
}

}  // namespace docket
