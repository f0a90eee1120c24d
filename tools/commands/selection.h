// The options by which commands name the games of an archive that they are about, read in one way.
#pragma once

#include <vector>

#include "store/games.h"
#include "tools/commands/command.h"

namespace docket {

/// --player, --event, --ruleset, --since, --until and --prefix after a command's own options.
[[nodiscard]] std::vector<Option> withSelection(std::vector<Option> own);

/// Whether any of them was given.
[[nodiscard]] bool hasSelection(const Arguments& arguments);
/// What they were given. Throws BadInput for a date that is none, and for days that none is between.
[[nodiscard]] GameFilter selectionOf(const Arguments& arguments);

}  // namespace docket
