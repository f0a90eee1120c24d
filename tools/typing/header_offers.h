// The completions in a line of a transcript's header; notation/completing.h has those of events.
// Invariant: a function of the line and of the rulesets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/notation/completing.h"

namespace docket::typing {

/// The completions of the beginning of a line.
[[nodiscard]] notation::Offers headerOffers(std::string_view line, const std::vector<std::string>& rulesets);

}  // namespace docket::typing
