// Explains why an act cannot be done: what forbids it, and since when (`docket explain --why-not`).
// Invariant: each reason names its clause if one says it, and the earlier event that it rests on if there is one.
#pragma once

#include <vector>

#include "engine/query/acts/finding.h"
#include "tools/explain/explanation.h"
#include "tools/game/game_loader.h"

namespace docket {

/// What forbids event `number`, recorded or hypothetical, of everything that explainLegality() considers; `words` is
/// about the table just before it, `findings` what is against the event. A reason that names no earlier event is given
/// the one since which it holds.
[[nodiscard]] Explained whatForbids(const OpenGame& game, const Words& words, EventNumber number,
                                    schema::Event::Reader event, const std::vector<Finding>& findings);

}  // namespace docket
