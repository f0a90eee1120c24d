// Whether an event was legal: everything that the rules look at, and everything that they have against it.
// Invariant: nothing that verify finds is left out here.
#pragma once

#include <vector>

#include "engine/query/acts/finding.h"
#include "tools/explain/explanation.h"

namespace docket {

/// Whether event `number` was legal: `words` is about the table just before it, `findings` is what is against it
/// (RecordOnPath::findings).
[[nodiscard]] Explained explainLegality(const Words& words, EventNumber number, schema::Event::Reader event,
                                        const std::vector<Finding>& findings);
/// The same of an event that is supposed: it needs no cause.
[[nodiscard]] Explained explainHypothetical(const Words& words, EventNumber number, schema::Event::Reader event);

}  // namespace docket
