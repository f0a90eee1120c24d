// Traits: which ones a card, a player or another entity has. A reading of what is printed and of the ledger, like
// characteristics.h: entries count in the order in which they began.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string_view>

#include "engine/state/state.h"

namespace docket {

/// A trait that something has or had, and why.
struct TraitLine {
  std::string_view name{};           ///< empty for a printed trait that has none; lives as long as the state does
  const Ability* ability = nullptr;  ///< what it says; null where no catalogue says it
  EntryIndex granted = kNone;        ///< the entry that gave it; kNone: it is printed
  EntryIndex removed = kNone;        ///< the entry that took it away or negates it; kNone: it has it
  [[nodiscard]] bool holds() const { return removed == kNone; }
};

struct TraitReading {
  bool known = true;  ///< false: it is not known what is printed on the card; the rest is given
  boost::container::small_vector<TraitLine, 4> lines{};  ///< as printed, then in the order of the ledger
};

/// The traits of a subject.
TraitReading readTraits(const State& state, const Rules& rules, Entity subject);

/// Whether a subject has a trait of that name.
struct HasTrait {
  bool known = true;
  bool has = false;
  EntryIndex entry = kNone;  ///< the entry that decided; kNone: what is printed
};
/// Whether an entry gives a trait or an ability of which no document says what it is: words that nobody read.
bool isUnreadGrant(const State& state, const Rules& rules, const Entry& entry);

/// Whether a card certainly does not have a trait of its own any more: it was taken away. `number`: from 1 among what
/// is printed.
bool isTraitLost(const State& state, const Rules& rules, CardIndex card, std::uint16_t number);

HasTrait hasTrait(const State& state, const Rules& rules, Entity subject, std::string_view name);

}  // namespace docket
