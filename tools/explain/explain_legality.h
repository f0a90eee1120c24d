// Explains whether an event was legal: all rules that apply, and those that it breaks.
// Invariant: it includes everything that verify finds.
#pragma once

#include <vector>

#include "engine/query/acts/finding.h"
#include "tools/explain/explanation.h"

namespace docket {

/// Whether event `number` was legal: `words` is about the table just before it, `findings` is what is against it
/// (RecordOnPath::findings).
[[nodiscard]] Explained explainLegality(const Words& words, EventNumber number, schema::Event::Reader event,
                                        const std::vector<Finding>& findings);
/// Whether a hypothetical event would be legal; it needs no cause.
[[nodiscard]] Explained explainHypothetical(const Words& words, EventNumber number, schema::Event::Reader event);

}  // namespace docket
