// Whether two cards agree in their characteristics: what is printed on them and what they have.
#pragma once

#include <optional>

#include "engine/state/state.h"

namespace docket {

/// Whether two cards agree in every characteristic; nothing where it is not known what one of them is. Where the
/// ruleset takes states for characteristics, in those too.
std::optional<bool> haveSameCharacteristics(const State& state, const Rules& rules, CardIndex one, CardIndex other);

}  // namespace docket
