// The options by which commands name the games of an archive that they are about, read in one way.
#pragma once

#include <string>
#include <vector>

#include "store/archive.h"
#include "tools/commands/command.h"

namespace docket {

/// --player, --event, --round, --ruleset, --since, --until and --prefix after a command's own options.
[[nodiscard]] std::vector<Option> withSelection(std::vector<Option> own);

/// The same with --table, and with --player for a part of a name in any case: for a command that searches.
[[nodiscard]] std::vector<Option> withSearch(std::vector<Option> own);

/// Whether any of them was given.
[[nodiscard]] bool hasSelection(const Arguments& arguments);
/// What they were given. Throws BadInput for a date that is none, and for days that none is between.
[[nodiscard]] GameFilter selectionOf(const Arguments& arguments);
/// Which name of a selection no game of the archive has, with the nearest that one has: `no game has a player "Ako"
/// (did you mean "Aiko"?)`; empty if each of them is there. Reads the headers of all games.
[[nodiscard]] std::string unknownNameIn(const GameFilter& filter, const Archive& archive);
/// Throws BadInput for a command that has no game to go through, with such a name.
[[noreturn]] void refuseNone(std::string_view command, const GameFilter& filter, const Archive& archive);

}  // namespace docket
