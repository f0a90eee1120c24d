// The first lines of a new game to type.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/archive.h"

namespace docket::typing {

/// The header of a new game, followed by an empty line; an empty name waits where something is missing. `ruleset`:
/// NAME or NAME@VERSION.
[[nodiscard]] std::string newGameText(std::string_view id, std::vector<std::string> players, std::string_view ruleset);

/// The available rulesets, as a header names them. `archive`: may be null.
[[nodiscard]] std::vector<std::string> rulesetNames(const Archive* archive);

}  // namespace docket::typing
