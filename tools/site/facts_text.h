// The facts of a game as a line of JSON, which a site caches for its next update.
// Invariant: facts are read back as they were written; other lines are refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/site/page_facts.h"

namespace docket::site {

/// The line, without its end.
[[nodiscard]] std::string lineOf(const PageFacts& facts);
/// Reads a line; empty if it is not such a line.
[[nodiscard]] std::optional<PageFacts> readFacts(std::string_view line);

}  // namespace docket::site
