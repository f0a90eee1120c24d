// What attached cards give their hosts: where the ruleset says so, what is printed on an attached card as a modifier is
// a bonus or a penalty of the card that it is attached to, by as much as the modifier comes to now. Computed like
// continuous traits (computed.h), and never recorded; a record that brings them itself is not counted twice.
#pragma once

#include <boost/container/small_vector.hpp>

#include "engine/state/state.h"

namespace docket {

/// Few cards modify anything at a time: there is room for these without asking for memory.
using Modifiers = boost::container::small_vector<Entry, 8>;

/// The entries, in the order of the attached cards. Doubtful where it is not known what an attached card is.
Modifiers modifiers(const State& state, const Rules& rules);

/// Whether a computed entry is one of these; its source is the attached card.
bool isModifier(const Entry& entry);

}  // namespace docket
