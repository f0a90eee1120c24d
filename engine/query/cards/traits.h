// The traits of a card, a player or another entity. Computed from what is printed and from the ledger, like
// characteristics.h: entries apply in the order in which they began.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string_view>

#include "engine/state/state.h"

namespace docket {

/// A trait that an entity has or had, and why.
struct TraitLine {
  std::string_view name{};           ///< empty for an unnamed printed trait; valid as long as the state
  const Ability* ability = nullptr;  ///< its text; null if no catalogue has it
  EntryIndex granted = kNone;        ///< the entry that gave it; kNone: printed
  EntryIndex removed = kNone;        ///< the entry that removed or negated it; kNone: the entity has it
  [[nodiscard]] bool holds() const { return removed == kNone; }
};

struct TraitReading {
  bool known = true;  ///< false: the printed traits are unknown; the others are given
  boost::container::small_vector<TraitLine, 4> lines{};  ///< as printed, then in the order of the ledger
};

/// The traits of an entity.
TraitReading readTraits(const State& state, const Rules& rules, Entity subject);

/// The result of hasTrait().
struct HasTrait {
  bool known = true;
  bool has = false;
  EntryIndex entry = kNone;  ///< the deciding entry; kNone: what is printed
};
/// True if an entry gives a trait or an ability whose text no document has: its words are unread.
bool isUnreadGrant(const State& state, const Rules& rules, const Entry& entry);

/// True if a card has certainly lost one of its own traits. `number`: from 1 among the printed ones.
bool isTraitLost(const State& state, const Rules& rules, CardIndex card, std::uint16_t number);

/// Whether an entity has a trait of that name.
HasTrait hasTrait(const State& state, const Rules& rules, Entity subject, std::string_view name);

}  // namespace docket
