// Determines which continuous traits apply in a state: those of cards, by the rules of when and where traits work, and
// granted ones. computed.h computes their results.
// Invariant: the order depends only on the facts.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "engine/query/state_reader.h"

namespace docket {

/// A trait that applies.
struct ApplicableTrait {
  TraitOf trait;
  CardIndex source = kNone;  ///< the card that it comes from
  EventNumber since = 0;
  std::uint16_t place = 0;  ///< its index among the traits of its bearer
  bool own_card_only = false;
  friend bool operator==(const ApplicableTrait&, const ApplicableTrait&) = default;
};

/// Holds the usual few traits without allocating.
using ApplicableTraits = boost::container::small_vector<ApplicableTrait, 16>;

/// All of them, sorted by bearer: cards, then other entities.
ApplicableTraits traitsThatApply(StateReader& reader);

}  // namespace docket
