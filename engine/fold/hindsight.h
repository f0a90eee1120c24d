// Judges an event with what was revealed about cards later.
// Invariant: only card identities are learned. Everything else stays as it was known then.
#pragma once

#include <optional>

#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket {

/// The earlier state with the card identities that a later state of the game knows; empty if it knows no more.
[[nodiscard]] std::optional<State> inHindsight(const State& then, const State& later, const Rules& rules);

}  // namespace docket
