// What the words of a card's text can be about, as a set: where nobody read some of them, that much is not known of it.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "schemas/card.capnp.h"

namespace docket {

class Matters {
 public:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(schema::Matter::USED_STATS) + 1;

  constexpr Matters() = default;
  /// Whatever a text can be about.
  static constexpr Matters all() {
    Matters every;
    every.bits_ = (1U << kKinds) - 1;
    return every;
  }
  /// What a document says of the unread words of a card: anything, where it lists nothing.
  static Matters of(bool unread, capnp::List<schema::Matter, capnp::Kind::ENUM>::Reader listed) {
    if (!unread) return {};
    if (listed.size() == 0) return all();
    Matters matters;
    for (const schema::Matter matter : listed) matters.add(matter);
    return matters;
  }

  static constexpr Matters of(std::initializer_list<schema::Matter> listed) {
    Matters matters;
    for (const schema::Matter matter : listed) matters.add(matter);
    return matters;
  }

  constexpr void add(schema::Matter matter) { bits_ |= 1U << static_cast<unsigned>(matter); }
  [[nodiscard]] constexpr bool has(schema::Matter matter) const {
    return (bits_ >> static_cast<unsigned>(matter) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
  [[nodiscard]] constexpr bool hasAny(Matters of) const { return (bits_ & of.bits_) != 0; }
  friend constexpr bool operator==(Matters, Matters) = default;

 private:
  std::uint32_t bits_ = 0;
};

/// Of how many cards each is unknown, by schema::Matter.
using MatterCounts = std::array<std::uint32_t, Matters::kKinds>;

/// Whether one of the matters is counted at all.
constexpr bool countsAny(const MatterCounts& counts, Matters matters) {
  for (std::size_t i = 0; i < Matters::kKinds; ++i) {
    if (counts[i] != 0 && matters.has(static_cast<schema::Matter>(i))) return true;
  }
  return false;
}

/// Adds the matters to the counts, or takes them away.
constexpr void count(MatterCounts& counts, Matters matters, bool more) {
  for (std::size_t i = 0; i < Matters::kKinds; ++i) {
    if (matters.has(static_cast<schema::Matter>(i))) more ? ++counts[i] : --counts[i];
  }
}

}  // namespace docket
