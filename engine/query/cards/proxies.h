// Stand-ins for created cards: a proxy is a card printed to represent cards that others create. The record gives both
// what the effect created (printed) and the catalogue card that is there.
// Invariant: a created card is what its effect created, whatever represents it; the stand-in is only compared with it.
#pragma once

#include "engine/query/tri_state.h"
#include "engine/state/state.h"

namespace docket {

/// Whether a card's stand-in shows its types, stats, keywords and text. Yes for a card without a stand-in; undecided if
/// the record does not give the created text and there is one to compare with. Lines that the ruleset names
/// (RuleSwitch::proxies_show_their_card) are about the stand-in itself.
TriState isShownAsItIs(const State& state, const Ruleset& ruleset, CardIndex card);

}  // namespace docket
