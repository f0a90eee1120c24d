// The options that select games of an archive, shared by the commands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/archive.h"
#include "tools/commands/command.h"

namespace docket {

/// --player, --event, --round, --ruleset, --since, --until and --prefix after a command's own options.
[[nodiscard]] std::vector<Option> withSelection(std::vector<Option> own);

/// The options of withSelection() with --table, and with --player for a part of a name in any case: for a command that
/// searches.
[[nodiscard]] std::vector<Option> withSearch(std::vector<Option> own);

/// True if any of them was given.
[[nodiscard]] bool hasSelection(const Arguments& arguments);
/// The filter that they give. Throws BadInput for an invalid date or an empty range of dates.
[[nodiscard]] GameFilter selectionOf(const Arguments& arguments);
/// The number of a game's table in the hall, which --table selects: from its header, or else from its label.
[[nodiscard]] std::uint32_t tableNumberOf(const Game& game);
/// A message about a name in the selection that no game of the archive has, with the nearest existing one: `no game has
/// a player "Ako" (did you mean "Aiko"?)`; empty if each of them is there. Reads the headers of all games if the
/// selection names more than a player.
[[nodiscard]] std::string unknownNameIn(const GameFilter& filter, const Archive& archive);
/// Throws BadInput with such a message, for a command that has no game to process.
[[noreturn]] void refuseNone(std::string_view command, const GameFilter& filter, const Archive& archive);

}  // namespace docket
