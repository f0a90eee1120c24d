// Use records: what limits count. A count is not stored but computed from the uses (limits.h), so that a card that is
// identified later is counted correctly. Uses that can be counted together are linked in a list, newest first.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Notes in the uses of a card that it is turned face-down: "such an effect" that turns its own card face-down does not
/// give the use back.
void noteTurnedDown(Fold& fold, CardIndex card);

void recordUse(Fold& fold, const Use& use);
void negateActivation(Fold& fold, EventNumber activation, bool effect_only);
void resolveActivation(Fold& fold, EventNumber activation);
/// Drops the uses that no limit can count after the period that ends, and the ended grants that only they refer to.
void forgetUses(Fold& fold);
/// Adds a use to the list of uses that can be counted with it, and sets Use::use_list; the caller adds its fact.
void appendUse(State& state, const Use& use);
/// Notes that a copy of a granted ability has ended, if a use can refer to it.
void keepEndedGrant(Fold& fold, const Entry& grant);
/// Moves the uses of a card to the list of its new definition.
void reidentifyUses(Fold& fold, CardIndex card);

}  // namespace docket
