// What is impossible about an event, or not explained, in words (engine/table_sense.h).
#pragma once

#include <string>

#include "engine/judge.h"
#include "tools/words.h"

namespace docket {

/// One line that tells a finding of kind impossible or unexplained.
[[nodiscard]] std::string tableWords(const Words& words, const Finding& finding);

}  // namespace docket
