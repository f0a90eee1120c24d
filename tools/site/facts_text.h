// The facts of a game as a line of JSON, which a site keeps for its next writing.
// Invariant: what is read is what was written; what was not written by this is not read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/site/page_facts.h"

namespace docket::site {

/// Without its end.
[[nodiscard]] std::string lineOf(const GameFacts& facts);
/// Empty if the line is no such line.
[[nodiscard]] std::optional<GameFacts> readFacts(std::string_view line);

}  // namespace docket::site
