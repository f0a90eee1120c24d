// Adds up the bonuses to one stat, with and without a maximum ("to a maximum of ..."). There are two kinds: a maximum
// of the bonus ("+3") and a maximum of the raised value ("a hand size of 7").
// Invariant: the result does not depend on the order in which the bonuses began.
#pragma once

#include <cstdint>
#include <span>

#include "engine/state/state.h"

namespace docket {

/// The sum that bonuses to one stat add to `rest`, the base value with everything else, including penalties. `capped`:
/// the bonuses with a maximum (Entry::cap); `uncapped`: the sum of those without one. A maximum does not limit
/// penalties.
std::int64_t raise(std::span<const Entry* const> capped, std::int64_t uncapped, std::int64_t rest,
                   const Ruleset& ruleset);

}  // namespace docket
