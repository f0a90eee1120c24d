// docket verify --leaves and --merge: the verdicts on the games of a range, and the report on those of many ranges.
#pragma once

#include "tools/commands/command.h"
#include "tools/game/game_loader.h"

namespace docket {

/// Gives the exit status.
[[nodiscard]] int verifyLeaves(GameLoader& loader, const Arguments& arguments, Streams& streams);

}  // namespace docket
