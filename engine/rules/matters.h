// The matters that the words of a card's text can be about, as a set: unread words make these matters unknown. For a
// matter about what may be done, the set also holds the events concerned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "engine/rules/payload_set.h"
#include "schemas/card.capnp.h"

namespace docket {

class Matters {
 public:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(schema::Matter::LATER_PROHIBITIONS) + 1;

  constexpr Matters() = default;
  /// All matters.
  static constexpr Matters all() {
    Matters every;
    every.acts_.fill(kAnyPayload);
    return every;
  }
  /// The matters of a card's unread words according to a document: all, if it lists none.
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

  constexpr void add(schema::Matter matter, PayloadSet acts = kAnyPayload) {
    acts_[static_cast<std::size_t>(matter)] |= acts;
  }
  /// Restricts a matter in the set to these events.
  constexpr void narrow(schema::Matter matter, PayloadSet acts) { acts_[static_cast<std::size_t>(matter)] &= acts; }
  [[nodiscard]] constexpr PayloadSet acts(schema::Matter matter) const {
    return acts_[static_cast<std::size_t>(matter)];
  }
  [[nodiscard]] constexpr bool has(schema::Matter matter, PayloadSet of = kAnyPayload) const {
    return (acts(matter) & of) != 0;
  }
  /// The matters in the set, in order.
  [[nodiscard]] std::vector<schema::Matter> listed() const {
    std::vector<schema::Matter> all;
    for (std::size_t i = 0; i < kKinds; ++i) {
      if (acts_[i] != 0) all.push_back(static_cast<schema::Matter>(i));
    }
    return all;
  }
  [[nodiscard]] constexpr bool any() const { return *this != Matters(); }
  [[nodiscard]] constexpr bool hasAny(const Matters& other) const {
    for (std::size_t i = 0; i < kKinds; ++i) {
      if ((acts_[i] & other.acts_[i]) != 0) return true;
    }
    return false;
  }
  friend constexpr Matters operator|(const Matters& one, const Matters& other) {
    Matters both = one;
    for (std::size_t i = 0; i < kKinds; ++i) both.acts_[i] |= other.acts_[i];
    return both;
  }
  friend constexpr bool operator==(const Matters&, const Matters&) = default;

 private:
  std::array<PayloadSet, kKinds> acts_{};  // for each matter, the events for which it is unknown; none: it is known
};

/// The matters about what may be done.
inline constexpr Matters kPermissions =
    Matters::of({schema::Matter::PERMISSIONS, schema::Matter::OWN_PERMISSIONS, schema::Matter::USED_PERMISSIONS,
                 schema::Matter::LATER_PERMISSIONS, schema::Matter::PROHIBITIONS, schema::Matter::OWN_PROHIBITIONS,
                 schema::Matter::USED_PROHIBITIONS, schema::Matter::LATER_PROHIBITIONS});

/// The matter of words that only forbid, for that of words that may also permit.
constexpr schema::Matter prohibitionOf(schema::Matter permission) {
  switch (permission) {
    case schema::Matter::PERMISSIONS:
      return schema::Matter::PROHIBITIONS;
    case schema::Matter::OWN_PERMISSIONS:
      return schema::Matter::OWN_PROHIBITIONS;
    case schema::Matter::USED_PERMISSIONS:
      return schema::Matter::USED_PROHIBITIONS;
    case schema::Matter::LATER_PERMISSIONS:
      return schema::Matter::LATER_PROHIBITIONS;
    default:
      return permission;
  }
}

/// The number of cards for which each matter is unknown, by schema::Matter.
using MatterCounts = std::array<std::uint32_t, Matters::kKinds>;

/// True if the count of one of the matters is not zero.
constexpr bool countsAny(const MatterCounts& counts, const Matters& matters) {
  for (std::size_t i = 0; i < Matters::kKinds; ++i) {
    if (counts[i] != 0 && matters.has(static_cast<schema::Matter>(i))) return true;
  }
  return false;
}

/// Adds the matters to the counts, or subtracts them.
constexpr void count(MatterCounts& counts, const Matters& matters, bool more) {
  for (std::size_t i = 0; i < Matters::kKinds; ++i) {
    if (matters.has(static_cast<schema::Matter>(i))) more ? ++counts[i] : --counts[i];
  }
}

}  // namespace docket
