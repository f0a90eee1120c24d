// A verdict on a record that holds together: for whoever writes something out of a game to hand it on.
// Invariant: of an altered or damaged record nothing is handed on.
#pragma once

#include <string_view>

#include "tools/verdict/verdict.h"

namespace docket {

/// As verifyGame(); throws DamagedArchive where the record is damaged. `made`: what would be made of it, "report".
[[nodiscard]] Verdict soundVerdict(const OpenGame& game, const Archive& archive, std::string_view made);

}  // namespace docket
