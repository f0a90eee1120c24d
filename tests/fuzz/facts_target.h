// What a fuzzer does with bytes that may be facts of cards: whatever they are, they are refused with BadInput, which
// names the line, or taken; of what is taken there is a card for each line that says something, and each has a key, a
// title and a type.
#pragma once

#include <kj/debug.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "events/errors.h"
#include "events/split.h"
#include "events/trimmed.h"
#include "tools/game/documents.h"
#include "tools/import/facts/facts.h"

namespace docket {

/// The lines that say something.
inline std::size_t factLines(std::string_view bytes) {
  std::size_t count = 0;
  eachLine(bytes, [&](std::string_view line, std::size_t) { count += isBlank(line) ? 0U : 1U; });
  return count;
}

/// The ruleset that ships under a name, compiled once.
inline const Ruleset& shippedRules(const std::string& name) {
  static std::map<std::string, Ruleset> all;
  const auto known = all.find(name);
  if (known != all.end()) return known->second;
  const HeldDocument ruleset = chooseRuleset(name, {}, nullptr);
  return all.emplace(name, compile(DocumentReader<schema::Ruleset>(ruleset).root(), "ruleset")).first->second;
}

/// The bytes as facts of cards. Gives whether they are.
inline bool takeFacts(std::string_view bytes) {
  try {
    const auto cards = facts::readCards(bytes, "fuzz");
    KJ_REQUIRE(cards.root().getCards().size() == factLines(bytes));
    for (auto card : cards.root().getCards()) {
      KJ_REQUIRE(card.getKey().size() != 0 && card.getTitle().size() != 0);
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
