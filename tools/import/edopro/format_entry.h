// The entry of EDOPro's replays in the table of formats (tools/import/formats.h).
#pragma once

#include <string_view>

namespace docket {
struct GameToRead;
struct ReadGame;
}  // namespace docket

namespace docket::edopro {

/// True if a file begins like a replay, including one of an older program.
[[nodiscard]] bool looksLikeReplay(std::string_view first_bytes);

/// Reads a replay under the latest rules of its game, as far as its seat could see it. Throws BadInput as
/// importReplay() does, and if the resulting events are not valid.
[[nodiscard]] ReadGame readGame(const GameToRead& game);

}  // namespace docket::edopro
