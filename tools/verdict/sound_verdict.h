// The verdict on an intact record, for commands that export something from a game.
// Invariant: nothing is exported from an altered or damaged record.
#pragma once

#include <string_view>

#include "tools/verdict/verdict.h"

namespace docket {

/// The verdict of verifyGame(); throws DamagedArchive if the record is damaged. `made`: the name of the output for the
/// message, such as "report".
[[nodiscard]] Verdict soundVerdict(const OpenGame& game, const Archive& archive, std::string_view made);

}  // namespace docket
