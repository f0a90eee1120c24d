// What the rules have against what a judge's corrections say happened, for whoever tells a game event by event.
// Invariant: each is judged as `docket verify` judges it: in its place, on the table as it is known at the end.
#pragma once

#include <functional>
#include <vector>

#include "engine/judge/judge.h"
#include "tools/game/game_loader.h"

namespace docket {

using SeeReplacement = std::function<void(const State& before, EventNumber number, schema::Event::Reader event,
                                          EventNumber by, const std::vector<Finding>& findings)>;
/// Shows, of the corrections that are in effect at the end, each replacement of an event that the rules have something
/// against. Goes through the game, once, where there is a correction.
void judgeReplacements(const OpenGame& game, const SeeReplacement& see);

}  // namespace docket
