// Compares two cards by their characteristics, printed and current.
#pragma once

#include <optional>

#include "engine/state/state.h"

namespace docket {

/// True if two cards agree in every characteristic; empty if one is unidentified. If the ruleset counts states as
/// characteristics, those too.
std::optional<bool> haveSameCharacteristics(const State& state, const Rules& rules, CardIndex one, CardIndex other);

}  // namespace docket
