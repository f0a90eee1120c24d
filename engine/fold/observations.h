// Folds the recorder's observations: keeps the latest observation of each amount and compares it with the rules.
// Invariant: an observation changes no stat, value or card, only how reliable they are (engine/query/stats/amounts.h).
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Stores the event's observation of an amount; other observations remain in the record only.
void observe(Fold& fold, schema::Event::Observed::Reader event);
/// Notes whether the rules give the observed result. Call it when everything else in the event is computed. If the
/// rules certainly give another result for an expression, all amounts that it reads become doubted (State::doubted).
/// Returns true if an amount is doubted: everything computed from it must be recomputed.
[[nodiscard]] bool checkObservation(Fold& fold, schema::Event::Observed::Reader event);
/// Removes the observations of a subject, for example of a card that has moved.
void forgetObservations(Fold& fold, Entity subject);

}  // namespace docket
