// The fuzz target for card databases: any input is refused with BadInput, which names the file, or read; then each card
// has a key and a title, and the catalogue compiles.
#pragma once

#include <kj/debug.h>

#include <string_view>

#include "events/errors.h"
#include "tests/fuzz/facts_target.h"
#include "tools/import/edopro/cards.h"
#include "tools/import/edopro/database.h"

namespace docket {

/// The bytes as a database of cards. Returns whether they are one.
inline bool takeDatabase(std::string_view bytes) {
  try {
    const auto read = edopro::readDatabase(bytes, "fuzz");
    KJ_REQUIRE(read.cards.size() == read.texts.size());
    const auto cards = edopro::catalogueOfCards(read.cards);
    for (auto card : cards.root().getCards()) KJ_REQUIRE(card.getKey().size() != 0 && card.getTitle().size() != 0);
    const Catalogue compiled = compile(cards.root(), shippedRules("yugioh"), "fuzz");
    KJ_REQUIRE(compiled.definitions().size() == read.cards.size());
  } catch (const BadInput& refused) {
    KJ_REQUIRE(std::string_view(refused.what()).starts_with("fuzz"), refused.what());
    return false;
  }
  return true;
}

}  // namespace docket
