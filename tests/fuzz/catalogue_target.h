// The fuzz target for catalogues: any input is refused with BadInput or read; a catalogue that is read can be printed
// whole.
#pragma once

#include <string_view>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "schemas/card.capnp.h"
#include "tests/fuzz/ruleset_target.h"

namespace docket {

/// A ruleset that covers every field of a card.
struct CardTable {
  Document<schema::Ruleset> document;
  Ruleset ruleset;

  static const CardTable& get() {
    static const CardTable kTable = [] {
      constexpr std::string_view kRuleset = R"({"name": "kitchen", "version": "1", "from": "2026-01-01",
        "zones": [{"name": "deck", "kind": "pile"}, {"name": "hand"}, {"name": "table", "kind": "area", "inPlay": true}],
        "orientations": ["upright", "sideways"], "characteristics": ["taste"],
        "vocabulary": {"designators": ["Stir"], "counters": ["salt"], "keywords": ["Hot"], "reasons": ["spill"]},
        "periods": [{"name": "turn"}], "stats": [{"name": "Strength"}], "values": [{"name": "gold"}],
        "types": [{"name": "Cook", "stats": ["Strength"]}, {"name": "Old", "supertype": true}],
        "permissions": [{"act": "spill", "on": "cardMoved", "named": "spill"}],
        "acts": [{"act": "abilityActivated", "requires": [{"what": "sourceUnbowed"}]}],
        "limits": [{"name": "once", "keyedBy": ["title", "player", "group"], "within": "turn"},
                   {"name": "copies", "counted": "copiesInDeck", "keyedBy": ["title", "player"], "within": "game"}],
        "wins": [{"name": "terms", "terms": "table"}]})";
      auto read = readDocument<schema::Ruleset>(kRuleset, "kitchen");
      Ruleset compiled = compile(read.root(), "kitchen");
      return CardTable{.document = std::move(read), .ruleset = std::move(compiled)};
    }();
    return kTable;
  }
};

/// The bytes as a catalogue. Returns whether they are one that compiles.
inline bool takeCatalogue(std::string_view bytes) {
  const CardTable& table = CardTable::get();
  try {
    const auto read = readDocument<schema::Catalogue>(bytes, "fuzz");
    const Catalogue compiled = compile(read.root(), table.ruleset, "fuzz");
    KJ_REQUIRE(compiled.definitions().size() == read.root().getCards().size());
    requirePlaces(checkCatalogue(read.root(), table.document.root(), table.ruleset, compiled), bytes);
  } catch (const BadInput&) {
    return false;
  }
  return true;
}

}  // namespace docket
