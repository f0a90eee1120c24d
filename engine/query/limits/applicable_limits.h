// Finds the limits that apply to a question about use: those that the card names and those on every ability or card.
#pragma once

#include <boost/container/small_vector.hpp>

#include "engine/query/limits/limits.h"

namespace docket {

/// The limits that apply to a question. `known` is false if the card, or which of its abilities is meant, is unknown,
/// so that further limits may apply: some limit that cards name counts such things.
struct ApplicableLimits {
  boost::container::small_vector<ApplicableLimit, 4> limits;  // the reducer asks at every act: no memory from the heap
  /// Limits that apply too, unless an unknown text says otherwise; `known` is then false.
  boost::container::small_vector<ApplicableLimit, 1> except_for_texts;
  bool known = true;
};
ApplicableLimits limitsOf(const State& state, const Rules& rules, const UseQuestion& question);

/// True if unread words in play may raise a limit. They cannot lift a card's own limit, and a limit that is an amount
/// itself says what raises it.
bool mayBeLifted(const State& state, const Rules& rules, const Limit& limit);

}  // namespace docket
