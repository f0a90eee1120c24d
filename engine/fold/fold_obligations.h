// What must happen, folded: an event's duties (obligation_changes.h) become facts of the state. Invariant: the judge
// reports the same duties that are taken up here.
#pragma once

#include "engine/fold/fold.h"
#include "engine/judge/obligation_changes.h"

namespace docket {

/// Before the event is folded: reads what it does to what must happen, and settles what it settles. Adds the traits
/// that it triggers, as far as that shows before it.
void settleObligations(Fold& fold, const EventAtHand& at, Triggered& triggered);
/// When it is folded: what it makes have to happen becomes a fact, `triggered` last, with what shows after it.
void openObligations(Fold& fold, const EventAtHand& at, Triggered& triggered);
/// Forgets what is closed, and which events texts could refer back to. With the period by which uses are forgotten.
void forgetObligations(Fold& fold);

}  // namespace docket
