// What a finding of the judge says.
#pragma once

#include "tools/explain/explanation.h"

namespace docket {

/// What a finding says, with the events that it rests on.
[[nodiscard]] Explanation explainFinding(const Words& words, const Finding& finding);

}  // namespace docket
