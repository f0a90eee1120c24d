// Explains a finding of the judge.
#pragma once

#include <string_view>

#include "tools/explain/explanation.h"

namespace docket {

/// How the explanation of an impossible event begins.
inline constexpr std::string_view kImpossible = "impossible: ";
/// The explanation of a finding, with the events that it rests on.
[[nodiscard]] Explanation explainFinding(const Words& words, const Finding& finding);

}  // namespace docket
