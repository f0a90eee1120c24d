// The fuzz target for games of Hearthstone, as HSReplay writes them or the client logs them: any input is refused with
// BadInput, which names the file, or read; then the record can be written and read again.
#pragma once

#include <kj/debug.h>

#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "events/errors.h"
#include "events/json/jsonl.h"
#include "tools/import/formats.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/format_entry.h"
#include "tools/import/hearthstone/log_reader.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket {

/// The bytes as games of Hearthstone. Returns whether they are.
inline bool takeHearthstone(std::string_view bytes) {
  static const std::string kName = "fuzz.xml";
  const bool log = hearthstone::looksLikeLog(bytes);
  const auto games = log ? hearthstone::gamesOfLog(bytes) : hearthstone::gamesOfXml(bytes);
  try {
    for (const std::string_view text : games) {
      const auto reader = log ? hearthstone::readLog : hearthstone::readXml;
      Recording game = std::move(hearthstone::importGame({.text = text, .name = kName, .read = reader}).recording);
      game.header().setId("fuzz");
      requireValid(game, kName);
      std::stringstream lines, again;
      writeJsonLines(game, lines);
      writeJsonLines(readJsonLines(lines, "written"), again);
      KJ_REQUIRE(lines.str() == again.str(), "written and read, it is another");
    }
  } catch (const BadInput& refused) {
    KJ_REQUIRE(std::string_view(refused.what()).starts_with(kName), refused.what());
    return false;
  }
  return true;
}

}  // namespace docket
