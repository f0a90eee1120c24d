#include "tools/import/hearthstone/format_entry.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/errors.h"
#include "tools/import/formats.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/log_reader.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone {
namespace {

ReadGame readGame(const GameToRead& game, PacketReader reader) {
  if (game.seat != 0)
    throw BadInput(
        fmt::format("{}: --seat is not for a file from one player's client: the cards of the others are "
                    "not in it",
                    game.file));
  ReadGame read =
      importGame({.text = game.source.text, .name = game.file, .first_line = game.source.first_line, .read = reader});
  requireValid(read.recording, game.file);
  return read;
}

std::vector<GameText> numbered(std::string_view bytes, const std::vector<std::string_view>& texts) {
  std::vector<GameText> games;
  std::size_t line = 1;
  const char* counted = bytes.data();
  for (const std::string_view text : texts) {
    line += static_cast<std::size_t>(std::count(counted, text.data(), '\n'));
    counted = text.data();
    games.push_back({.text = text, .first_line = line});
  }
  return games;
}

}  // namespace

std::vector<GameText> xmlGamesIn(std::string_view bytes) { return numbered(bytes, gamesOfXml(bytes)); }

ReadGame readXmlGame(const GameToRead& game) { return readGame(game, readXml); }

std::vector<GameText> logGamesIn(std::string_view bytes) { return numbered(bytes, gamesOfLog(bytes)); }

ReadGame readLogGame(const GameToRead& game) { return readGame(game, readLog); }

}  // namespace docket::hearthstone
