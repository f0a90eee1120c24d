// The names of the traits and abilities that texts grant. A card can have such a text although another prints it.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "engine/rules/catalogue.h"

namespace docket {

/// The names that some text of these rules grants: of the ruleset itself, or of a card of the catalogue.
[[nodiscard]] std::set<std::string, std::less<>> grantedTexts(const Rules& rules);

}  // namespace docket
