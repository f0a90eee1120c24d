// Rules that record footprints: they note what a game consults while it is folded, judged and read under them.
// Invariant: used by one thread, for one game at a time.
#pragma once

#include <memory>

#include "engine/query/cards/consulted_cards.h"
#include "engine/rules/consulted.h"
#include "tools/game/game_loader.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

struct FootprintRules {
  /// Throws BadInput if the documents cannot be compiled.
  explicit FootprintRules(const Documents& documents)
      : rules(compileRules(documents.ruleset, documents.cards ? &*documents.cards : nullptr, consulted)),
        cards(rules->rules()) {}
  FootprintRules(const FootprintRules&) = delete;
  FootprintRules& operator=(const FootprintRules&) = delete;

  Consulted consulted;  ///< cleared for each game
  std::shared_ptr<const GameRules> rules;
  ConsultedCards cards;
};

}  // namespace docket::lab
