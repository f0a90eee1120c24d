// Use records: what limits count. A use is never a counter; a counter is a count over uses (limits.h), so that a card
// that becomes known later is counted rightly. Uses that can be counted together are chained, newest first.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Notes for the uses of a card that it is turned face-down: "such an effect", one that turns its own card down, is not
/// given back by that.
void noteTurnedDown(Fold& fold, CardIndex card);

void recordUse(Fold& fold, const Use& use);
void negateActivation(Fold& fold, EventNumber activation, bool effect_only);
void resolveActivation(Fold& fold, EventNumber activation);
void forgetUses(Fold& fold);
/// Adds a use to the chain of those that can be counted with it, and sets which that is; its fact is the caller's
/// matter.
void appendUse(State& state, const Use& use);
/// Notes that a copy of an ability that something was given has ended, where a use can have been of it.
void keepEndedGrant(Fold& fold, const Entry& grant);
/// Puts the uses of a card under what it is now known to be.
void reidentifyUses(Fold& fold, CardIndex card);

}  // namespace docket
