// What is impossible about an event, in words (engine/judge/table_check.h).
#pragma once

#include <string>

#include "engine/judge/judge.h"
#include "tools/words/words.h"

namespace docket {

/// One line that says `what` a finding states.
[[nodiscard]] std::string impossibleWords(const Words& words, const Finding& finding, const Finding::Impossible& what);

}  // namespace docket
