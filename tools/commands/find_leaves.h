// docket find --leaves and --merge: the hits in the games of a range, and the report on those of many ranges.
#pragma once

#include "tools/commands/command.h"
#include "tools/find/archive_question.h"
#include "tools/game/game_loader.h"

namespace docket {

/// Gives the exit status.
[[nodiscard]] int findInLeaves(GameLoader& loader, const Arguments& arguments, const find::ArchiveQuestion& question,
                               Streams& streams);

}  // namespace docket
