// What became known of cards after an event: asked of a table that knows it, the event is judged by what was shown
// later.
// Invariant: only what cards are is learned. Everything else stays as it was known then.
#pragma once

#include <optional>

#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket {

/// A table as it was, knowing what its cards are as far as a later table of the same game knows; empty if that knows no
/// more.
[[nodiscard]] std::optional<State> inHindsight(const State& then, const State& later, const Rules& rules);

}  // namespace docket
