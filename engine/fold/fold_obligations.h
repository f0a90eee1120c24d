// Folds obligations: an event's changes (obligation_changes.h) become facts of the state.
// Invariant: the judge reports the same changes that are applied here.
#pragma once

#include "engine/fold/fold.h"
#include "engine/judge/obligation_changes.h"

namespace docket {

/// Call before the event is folded: applies its changes to existing obligations, and appends the traits that it
/// triggers as far as they are known by then.
void settleObligations(Fold& fold, const PendingEvent& pending, Triggered& triggered);
/// Call after the event is folded: adds its new obligations as facts, `triggered` last, completed by the traits that
/// are known only then.
void openObligations(Fold& fold, const PendingEvent& pending, Triggered& triggered);
/// Drops closed obligations and the events that texts could refer back to. Called with the period that also drops uses.
void forgetObligations(Fold& fold);

}  // namespace docket
