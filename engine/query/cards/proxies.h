// What stands for a created card on the table: a proxy, a card that is printed so as to show what others create. A
// record says both: what the effect gave (printed) and which card of the catalogue lies there.
// Invariant: a created card is what its effect gave, whatever stands for it; the stand-in is only held against that.
#pragma once

#include "engine/query/tri_state.h"
#include "engine/state/state.h"

namespace docket {

/// Whether what stands for a card shows the types, stats, keywords and text that it has. Yes for a card for which
/// nothing stands; undecided where the record does not say what text the effect gave and there is one to compare with.
/// The lines that the ruleset names (RuleSwitch::proxies_show_their_card) are of the stand-in itself.
TriState isShownAsItIs(const State& state, const Ruleset& ruleset, CardIndex card);

}  // namespace docket
