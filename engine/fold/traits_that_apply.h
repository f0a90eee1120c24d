// Which continuous traits apply in a state: those of cards where they lie, by the rules of when and where traits work,
// and those that were granted. What they come to is computed.h. Invariant: the order depends on the facts alone.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "engine/state/state.h"

namespace docket {

/// A trait that applies.
struct Applying {
  TraitOf trait;
  CardIndex source = kNone;  ///< the card that it comes from
  EventNumber since = 0;
  std::uint16_t place = 0;  ///< among the traits of its bearer
  bool own_card_only = false;
  friend bool operator==(const Applying&, const Applying&) = default;
};

/// Mostly few apply: there is room for these without asking for memory.
using ApplyingTraits = boost::container::small_vector<Applying, 16>;

/// All of them, the bearers in order: cards, then other entities.
ApplyingTraits traitsThatApply(const State& state, const Rules& rules);

}  // namespace docket
