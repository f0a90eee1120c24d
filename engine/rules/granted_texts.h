// The names of the traits and abilities that texts grant: what a card can come to have though it is printed on another.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "engine/rules/catalogue.h"

namespace docket {

/// Those that some text of these rules grants: of the ruleset itself, or of a card of the catalogue.
[[nodiscard]] std::set<std::string, std::less<>> grantedTexts(const Rules& rules);

}  // namespace docket
