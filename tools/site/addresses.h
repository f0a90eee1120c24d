// The paths of a site's pages, below its folder and in their addresses alike.
// Invariant: a path consists of a fixed word and digits; it contains no text of a record or a catalogue, such as a name
// or "..". Different texts have different paths.
#pragma once

#include <string>
#include <string_view>

#include "store/game.h"

namespace docket::site {

/// Replaces a text (a card's title, a tournament) in a path: 32 hexadecimal digits of its digest.
[[nodiscard]] std::string keyOf(std::string_view kind, std::string_view text);
/// Replaces a game: the commitment to its id by which the log of the archive names it, 32 digits of it. Without the
/// salt the id cannot be derived from it, nor guessed by trying ids.
[[nodiscard]] std::string keyOf(const Game& game);

/// The page of one game, player, card, event, clause or round: "cards/ab/abcd....html"; of a further part "-2" before
/// the end. Folders are by the first two digits, so that none holds more files than a web server likes.
[[nodiscard]] std::string pathOf(std::string_view section, std::string_view key, std::size_t part = 0);
/// The list that a section begins with; likewise.
[[nodiscard]] std::string pathOfList(std::string_view section, std::size_t part = 0);
/// The page with the boards of a game.
[[nodiscard]] std::string pathOfBoards(std::string_view key);

/// The link from the page at `from` to another path: "../../cards/ab/abcd.html".
[[nodiscard]] std::string relative(std::string_view from, std::string_view to);

}  // namespace docket::site
