// What an ability raises "(to a maximum of ...)": of one stat, the bonuses with such words and those without, and how
// far they raise it together. Two kinds: a maximum of the bonus ("+3") and one of what is raised ("a hand size of 7").
// Invariant: what comes out does not depend on the order in which the bonuses began.
#pragma once

#include <cstdint>
#include <span>

#include "engine/state/state.h"

namespace docket {

/// What bonuses to one stat add to `rest`, its base value with everything else, penalties too. `capped`: those with a
/// maximum (Entry::most); `uncapped`: what those without one come to. Penalties are no matter of a maximum.
std::int64_t raise(std::span<const Entry* const> capped, std::int64_t uncapped, std::int64_t rest,
                   const Ruleset& ruleset);

}  // namespace docket
