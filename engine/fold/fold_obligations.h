// Folds obligations: an event's changes (obligation_changes.h) become facts of the state.
// Invariant: the judge reports the same changes that are applied here.
#pragma once

#include "engine/fold/fold.h"
#include "engine/judge/obligation_changes.h"

namespace docket {

/// Before the event is folded: applies its changes to existing obligations. Appends the traits that it triggers, as far
/// as they are known before it.
void settleObligations(Fold& fold, const PendingEvent& pending, Triggered& triggered);
/// After it is folded: adds its new obligations as facts, `triggered` last, with those that are known only after it.
void openObligations(Fold& fold, const PendingEvent& pending, Triggered& triggered);
/// Drops closed obligations and the events that texts could refer back to. Called with the period that also drops uses.
void forgetObligations(Fold& fold);

}  // namespace docket
