// The fuzz target for transcripts: any input is refused with BadInput or read; then writing and reading it again gives
// the same record.
#pragma once

#include <kj/debug.h>

#include <sstream>
#include <string>
#include <string_view>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/json/jsonl.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "tools/notation/transcript.h"
#include "tools/notation/transcript_reader.h"

namespace docket {

/// A small ruleset and the cards of a kitchen table, with everything that a line can mention.
struct KitchenTable {
  Ruleset ruleset;
  Catalogue catalogue;

  static const KitchenTable& get() {
    static const KitchenTable kTable = [] {
      constexpr std::string_view kRuleset = R"({"name": "kitchen", "version": "1",
        "zones": [{"name": "deck", "kind": "pile", "seenBy": "nobody"}, {"name": "hand", "kind": "area", "seenBy": "owner"},
                  {"name": "table", "kind": "area", "inPlay": true}, {"name": "discard", "kind": "pile"},
                  {"name": "market", "kind": "slots", "owner": "shared"}],
        "orientations": ["upright", "sideways"],
        "periods": [{"name": "turn"}, {"name": "phase", "within": "turn", "names": ["draw", "main 1", "end"]},
                    {"name": "chain", "within": "turn", "chain": true}],
        "stats": [{"name": "Strength"}], "values": [{"name": "life", "start": 20}, {"name": "gold"}],
        "types": [{"name": "Cook", "stats": ["Strength"]}]})";
      constexpr std::string_view kCards = R"({"name": "kitchen", "version": "1", "ruleset": "kitchen", "cards": [
        {"key": "c1", "title": "Head Cook", "types": ["Cook"], "stats": [{"stat": "Strength", "amount": 3}]},
        {"key": "c2", "title": "Pot Washer", "types": ["Cook"], "stats": [{"stat": "Strength", "amount": 1}]},
        {"key": "c3", "title": "Ladle", "types": ["Cook"]},
        {"key": "d1", "title": "Twin", "types": ["Cook"]}, {"key": "d2", "title": "Twin", "types": ["Cook"],
         "stats": [{"stat": "Strength", "amount": 2}]},
        {"key": "p1", "title": "The Iron Pot", "types": ["Cook"], "text": "Serves two."},
        {"key": "p2", "title": "The Iron Pot", "types": ["Cook"], "text": "Serves two."}]})";
      KitchenTable table;
      table.ruleset = compile(readDocument<schema::Ruleset>(kRuleset, "kitchen").root(), "kitchen");
      table.catalogue = compile(readDocument<schema::Catalogue>(kCards, "cards").root(), table.ruleset, "cards");
      return table;
    }();
    return kTable;
  }
  [[nodiscard]] Rules rules() const { return {.ruleset = ruleset, .catalogue = catalogue}; }
};

/// The bytes as a transcript. Returns whether they are one.
inline bool takeTranscript(std::string_view bytes) {
  const Rules rules = KitchenTable::get().rules();
  const auto rules_of = [&](schema::Header::Reader) { return rules; };
  Recording game;
  try {
    game = readTranscript(bytes, "fuzz", rules_of);
  } catch (const BadInput&) {
    return false;
  }
  std::ostringstream lines, text, again;
  writeJsonLines(game, lines);
  writeTranscript(game, rules, text);
  writeJsonLines(readTranscript(text.str(), "written", rules_of), again);
  KJ_REQUIRE(lines.str() == again.str(), "written and read, it is another");
  return true;
}

}  // namespace docket
