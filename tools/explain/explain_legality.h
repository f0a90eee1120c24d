// Whether an event was legal: everything that the rules look at, and everything that they have against it.
// Invariant: nothing that verify finds is left out here.
#pragma once

#include "tools/explain/explanation.h"

namespace docket {

/// Whether event `number` was legal: `words` is about the table just before it.
[[nodiscard]] Explained explainLegality(const Words& words, EventNumber number, schema::Event::Reader event);
/// The same of an event that is supposed: it needs no cause.
[[nodiscard]] Explained explainHypothetical(const Words& words, EventNumber number, schema::Event::Reader event);

}  // namespace docket
