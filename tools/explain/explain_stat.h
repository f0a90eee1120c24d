// Why a stat is what it is, in the three steps in which it is calculated.
#pragma once

#include <vector>

#include "tools/explain/explanation.h"

namespace docket {

/// Why a stat of a card or another subject is what it is: printed, step A, step B, step C.
[[nodiscard]] Explained explainStat(const Words& words, Entity subject, StatIndex stat);
/// The changes of a stat that are in the ledger and count for nothing, or for less than they say, and why; the oldest
/// first.
[[nodiscard]] std::vector<Explanation> idleChanges(const Words& words, Entity subject, StatIndex stat);

}  // namespace docket
