// The rules under which the recorded games are folded: the ruleset "hearthstone" and the catalogue of the facts of its
// cards.
#pragma once

#include <string>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "schemas/ruleset.capnp.h"
#include "tests/hearthstone/recorded_games.h"
#include "tools/game/rulesets.h"
#include "tools/import/facts/facts.h"

namespace docket::hearthstone {

class GameRules {
 public:
  static const GameRules& get() {
    static const GameRules kRules;
    return kRules;
  }
  [[nodiscard]] Rules rules() const { return {ruleset_, catalogue_}; }

 private:
  GameRules() {
    for (const EmbeddedFile& one : shippedRulesets()) {
      if (one.file != "hearthstone.json") continue;
      const std::string file(one.file);
      ruleset_ = compile(readDocument<schema::Ruleset>(one.text, file).root(), file);
    }
    const std::string facts = cardFacts();
    if (!facts.empty()) catalogue_ = compile(facts::readCards(facts, "cards.jsonl").root(), ruleset_, "cards.jsonl");
  }

  Ruleset ruleset_;
  Catalogue catalogue_;
};

}  // namespace docket::hearthstone
