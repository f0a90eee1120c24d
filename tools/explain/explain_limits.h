// Explains the limits of a card: the state of their counters.
#pragma once

#include "tools/explain/explanation.h"

namespace docket {

/// The counters of a card's ability, of each of them for 0: what is counted, uses, what was given back, resets.
[[nodiscard]] Explained explainLimits(const Words& words, CardIndex card, std::uint16_t ability, Seat player);
/// The state of a counter: the statements below a limit.
[[nodiscard]] Explanation explainCounter(const Words& words, const AppliedLimit& limit, const UseQuestion& question);

}  // namespace docket
