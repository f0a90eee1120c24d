// What is impossible about an event, or not explained, in words (engine/judge/table_sense.h).
#pragma once

#include <string>

#include "engine/judge/judge.h"
#include "tools/render/words.h"

namespace docket {

/// One line that tells a finding of kind impossible or unexplained.
[[nodiscard]] std::string tableWords(const Words& words, const Finding& finding);

}  // namespace docket
