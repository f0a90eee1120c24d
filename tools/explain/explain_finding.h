// Explains a finding of the judge.
#pragma once

#include "tools/explain/explanation.h"

namespace docket {

/// The explanation of a finding, with the events that it rests on.
[[nodiscard]] Explanation explainFinding(const Words& words, const Finding& finding);

}  // namespace docket
