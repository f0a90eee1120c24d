// What the recorder observed: kept as the latest observation of an amount, and held against what the rules give.
// Invariant: an observation changes no stat, value or card; only how far they can be relied on
// (engine/query/stats/amounts.h).
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Keeps what the event saw of an amount; anything else that was seen is kept in the record alone.
void observe(Fold& fold, schema::Event::Observed::Reader event);
/// Notes whether the rules give what the event saw: once all that the event brings is computed. Where they certainly
/// give something else for an expression, every amount that it asks for is doubted (State::doubted). Gives whether one
/// is: what is computed from it is to be computed anew.
[[nodiscard]] bool holdAgainstObservation(Fold& fold, schema::Event::Observed::Reader event);
/// Forgets what was observed of a subject, as of a card that has left its place.
void forgetObservations(Fold& fold, Entity subject);

}  // namespace docket
