// Imports a game of Hearthstone as sent to one client: makes its record from its part of a file (packet_importer.h
// makes the events).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engine/rules/ids.h"
#include "tools/import/formats.h"
#include "tools/import/hearthstone/packets.h"

namespace docket::hearthstone {

/// A reader of the packets of a file. `first_line` is the number of the text's first line in the file.
using PacketReader = void (*)(std::string_view game, const std::string& file, std::size_t first_line,
                              const PacketSink& sink);

struct GameFile {
  std::string_view text;  ///< one game of it
  const std::string& name;
  std::size_t first_line = 1;
  PacketReader read = nullptr;
};

/// The number of each card by that of its entity. A card keeps its number for the whole game.
using CardNumbers = std::map<std::uint32_t, std::uint32_t>;

/// Imports a game. Whatever the client did not see is unknown. The header has the players' names and no rules; the
/// caller that stores it pins them. Throws BadInput with file, line and column if the file is damaged, or the game is
/// of another mode or contradicts itself. `cards`: gets the numbers of the cards.
ReadGame importGame(const GameFile& game, CardNumbers* cards = nullptr);

/// The player whose client wrote the file: the one whose hand it shows first; 0 if it shows none.
[[nodiscard]] Seat viewerOf(const GameFile& game);

}  // namespace docket::hearthstone
