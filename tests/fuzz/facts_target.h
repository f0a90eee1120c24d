// The fuzz target for card files: any input is refused with BadInput, which names the place, or read; each card that is
// read has a key, and a title and a type or the key of the card of which it is a further printing.
#pragma once

#include <kj/debug.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "events/errors.h"
#include "tools/game/documents.h"
#include "tools/import/facts/facts.h"

namespace docket {

/// The ruleset that ships under a name, compiled once.
inline const Ruleset& shippedRules(const std::string& name) {
  static std::map<std::string, Ruleset> all;
  const auto known = all.find(name);
  if (known != all.end()) return known->second;
  const HeldDocument ruleset = chooseRuleset(name, {}, nullptr);
  return all.emplace(name, compile(DocumentReader<schema::Ruleset>(ruleset).root(), "ruleset")).first->second;
}

/// The bytes as facts of cards. Returns whether they are.
inline bool takeFacts(std::string_view bytes) {
  try {
    const auto cards = facts::readCards(bytes, "fuzz");
    for (auto card : cards.root().getCards()) {
      KJ_REQUIRE(card.getKey().size() != 0);
      if (card.hasAlias() && card.getTitle().size() == 0) continue;
      KJ_REQUIRE(card.getTitle().size() != 0);
      KJ_REQUIRE(card.getTypes().size() + card.getSupertypes().size() != 0);
    }
    const Catalogue compiled = compile(cards.root(), shippedRules(cards.root().getRuleset().cStr()), "fuzz");
    KJ_REQUIRE(compiled.definitions().size() == cards.root().getCards().size());
  } catch (const BadInput& refused) {
    KJ_REQUIRE(std::string_view(refused.what()).starts_with("fuzz"), refused.what());
    return false;
  }
  return true;
}

}  // namespace docket
