// What must happen, folded: an event's duties (duties.h) become facts of the state. Invariant: the judge reports the
// same duties that are taken up here.
#pragma once

#include "engine/fold/fold.h"
#include "engine/judge/duties.h"

namespace docket {

/// Before the event is folded: reads what it does to what must happen, and settles what it settles.
Duties settleDuties(Fold& fold, const EventAtHand& at);
/// When it is folded: what it makes have to happen becomes a fact.
void openDuties(Fold& fold, const EventAtHand& at, Duties& duties);
/// Forgets what is closed, and which events texts could refer back to. With the period by which uses are forgotten.
void forgetDuties(Fold& fold);

}  // namespace docket
