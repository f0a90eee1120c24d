// Modifiers of attached cards: if the ruleset says so, a modifier printed on an attached card is a bonus or penalty of
// its host, by the modifier's current amount. Computed like continuous traits (computed.h), and never recorded; a
// modifier that the record itself gives is not counted twice.
#pragma once

#include <boost/container/small_vector.hpp>

#include "engine/state/state.h"

namespace docket {

/// Holds the usual few modifiers without allocating.
using Modifiers = boost::container::small_vector<Entry, 8>;

/// The entries, in the order of the attached cards. Doubtful if an attached card is unidentified.
Modifiers modifiers(const State& state, const Rules& rules);

/// True if a computed entry is a modifier; its source is the attached card.
bool isModifier(const Entry& entry);

}  // namespace docket
