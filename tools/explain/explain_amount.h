// Explains the observation of a stat or a value, below the result of the rules.
#pragma once

#include <vector>

#include "engine/query/stats/amounts.h"
#include "tools/explain/explanation.h"

namespace docket {

/// An explanation with the grade of an amount, still without statements.
[[nodiscard]] Explained explainedBy(const AmountReading& reading);
/// Adds the observation of the amount, and whether it agrees.
void addObservation(const Words& words, const AmountReading& reading, std::vector<Explanation>& steps);

}  // namespace docket
