// The fuzz target for replay files of EDOPro: any input is refused with BadInput or read; then the record can be
// written and read again.
#pragma once

#include <kj/debug.h>

#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/json/jsonl.h"
#include "schemas/ruleset.capnp.h"
#include "tools/game/rulesets.h"
#include "tools/import/edopro/file_import.h"

namespace docket {

/// The rules under which replays are read, without a card that anybody knows.
struct ReplayTable {
  Ruleset ruleset;
  Catalogue catalogue;

  static const ReplayTable& get() {
    static const ReplayTable kTable = [] {
      ReplayTable table;
      for (const EmbeddedFile& one : shippedRulesets()) {
        if (one.file != "yugioh.json") continue;
        const std::string file(one.file);
        table.ruleset = compile(readDocument<schema::Ruleset>(one.text, file).root(), file);
      }
      return table;
    }();
    return kTable;
  }
};

/// The bytes as a replay. Returns whether they are one.
inline bool takeReplay(std::span<const std::byte> bytes) {
  const ReplayTable& table = ReplayTable::get();
  Recording game;
  try {
    const auto rules_of = [&](std::string_view) { return Rules{table.ruleset, table.catalogue}; };
    game = std::move(edopro::importReplay(bytes, "fuzz.yrpX", rules_of).recording);
  } catch (const BadInput&) {
    return false;
  }
  std::stringstream lines, again;
  writeJsonLines(game, lines);
  writeJsonLines(readJsonLines(lines, "written"), again);
  KJ_REQUIRE(lines.str() == again.str(), "written and read, it is another");
  return true;
}

}  // namespace docket
