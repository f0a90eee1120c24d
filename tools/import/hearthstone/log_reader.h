// Power.log: the packets of a game in the client's log, one per line, with names for tags and their values, and with
// the names of players. Other lines of the client are ignored. The entity of a player's name is taken from the lines
// that state it, or else follows if only one player is left.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/import/hearthstone/packets.h"

namespace docket::hearthstone {

/// The games of the file, each from the line that creates it; a file without one is a single piece, which readLog()
/// refuses.
[[nodiscard]] std::vector<std::string_view> gamesOfLog(std::string_view file);

/// Passes the packets of one game to `sink` until it returns false. `first_line` is the number of its first line in the
/// file. Throws BadInput with file, line and column for a malformed line of a packet.
void readLog(std::string_view game, const std::string& file, std::size_t first_line, const PacketSink& sink);

}  // namespace docket::hearthstone
