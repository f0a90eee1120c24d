// The entries of Hearthstone's two kinds of files in the table of formats (tools/import/formats.h).
#pragma once

#include <string_view>
#include <vector>

namespace docket {
struct GameText;
struct GameToRead;
struct ReadGame;
}  // namespace docket

namespace docket::hearthstone {

/// True if a file begins like one of HSReplay.
[[nodiscard]] bool looksLikeXml(std::string_view first_bytes);
/// The games of an HSReplay file.
[[nodiscard]] std::vector<GameText> xmlGamesIn(std::string_view bytes);
/// Reads a game. Throws BadInput as importGame() does, and if the resulting events are not valid.
[[nodiscard]] ReadGame readXmlGame(const GameToRead& game);

/// The same three functions for a log of the client.
[[nodiscard]] bool looksLikeLog(std::string_view first_bytes);
[[nodiscard]] std::vector<GameText> logGamesIn(std::string_view bytes);
[[nodiscard]] ReadGame readLogGame(const GameToRead& game);

}  // namespace docket::hearthstone
