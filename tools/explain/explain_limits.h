// Explains the limits of a card: what is counted.
#pragma once

#include "tools/explain/explanation.h"

namespace docket {

/// Explains the counts of a card's ability (0: of each ability): what is counted, uses, given-back uses, resets.
[[nodiscard]] Explained explainLimits(const Words& words, CardIndex card, std::uint16_t ability, Seat player);
/// The count of a limit: the statements below it.
[[nodiscard]] Explanation explainCount(const Words& words, const ApplicableLimit& limit, const UseQuestion& question);

}  // namespace docket
