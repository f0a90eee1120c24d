// Explains the observation of a stat or a value, below the result of the rules.
#pragma once

#include <vector>

#include "engine/query/stats/amounts.h"
#include "tools/explain/explanation.h"

namespace docket {

/// An explanation that is graded as an amount is; its statements are to come.
[[nodiscard]] Explained explainedBy(const AmountReading& reading);
/// Adds what was observed of the amount, and whether they agree.
void addObservation(const Words& words, const AmountReading& reading, std::vector<Explanation>& steps);

}  // namespace docket
