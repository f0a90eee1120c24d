// Findings against the replacement events of a judge's corrections, for callers that report a game event by event.
// Invariant: each replacement is judged as `docket verify` judges it: in its place, on the table as it is known at the
// end.
#pragma once

#include <functional>
#include <vector>

#include "engine/judge/judge.h"
#include "tools/game/game_loader.h"

namespace docket {

using VisitReplacement = std::function<void(const State& before, EventNumber number, schema::Event::Reader event,
                                            EventNumber by, const std::vector<Finding>& findings)>;
/// Calls `visit` for each replacement event that breaks a rule, for the corrections in effect at the end. Goes through
/// the game once if it has a correction.
void judgeReplacements(const OpenGame& game, const VisitReplacement& visit);

}  // namespace docket
