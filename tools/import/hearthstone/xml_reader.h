// HSReplay: the packets of a game as XML. It is read as it is, front to back, and nothing of it is kept but the
// current packet, so that a game of any length needs no more memory than its longest tag.
#pragma once

#include <string>
#include <string_view>

#include "tools/import/hearthstone/packets.h"

namespace docket::hearthstone {

/// The games of the file as pieces; a file that is not XML is one piece, which readXml refuses.
[[nodiscard]] std::vector<std::string_view> gamesOfXml(std::string_view file);

/// Hands the packets of one game, a piece that gamesOfXml gave, to `sink`, until it wants no more. `first_line` is the
/// number of the piece's first line in the file. Throws BadInput with file, line and column for text that is not XML,
/// is cut short, declares or uses entities, nests too deep, has a tag that is too long, or is not what HSReplay has
/// there.
void readXml(std::string_view game, const std::string& file, std::size_t first_line, const PacketSink& sink);

}  // namespace docket::hearthstone
