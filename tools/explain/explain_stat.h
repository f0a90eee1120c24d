// Explains a stat in the three steps of its calculation.
#pragma once

#include <vector>

#include "tools/explain/explanation.h"

namespace docket {

/// Explains a stat of a card or another subject: printed, step A, step B, step C.
[[nodiscard]] Explained explainStat(const Words& words, Entity subject, StatIndex stat);
/// The changes of a stat in the ledger that have no effect, or less than stated, with the reason; oldest first.
[[nodiscard]] std::vector<Explanation> idleChanges(const Words& words, Entity subject, StatIndex stat);

}  // namespace docket
