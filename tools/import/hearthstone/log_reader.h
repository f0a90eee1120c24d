// Power.log: the packets of a game as the client writes them into its log, a line each, with names for tags and their
// values, and players named by what they are called.
// A line that the client wrote for another purpose is passed by; which entity a player's name means is taken from the
// lines that say it, and where they do not, from there being only one player left.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/import/hearthstone/packets.h"

namespace docket::hearthstone {

/// Whether a file begins as a log of the client does.
[[nodiscard]] bool looksLikeLog(std::string_view first_bytes);

/// Each game of the file, from the line that creates it on; a file without one is one piece, which readLog refuses.
[[nodiscard]] std::vector<std::string_view> gamesOfLog(std::string_view file);

/// Hands the packets of one game to `sink`, until it wants no more. `first_line` is the number of its first line in the
/// file. Throws BadInput with file, line and column for a line of a packet that is not what the client writes there.
void readLog(std::string_view game, const std::string& file, std::size_t first_line, const PacketSink& sink);

}  // namespace docket::hearthstone
