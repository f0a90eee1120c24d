// The fuzz target for deck lists: any input is refused with BadInput, which names the place, or read; then the deck is
// registered by lines of a transcript that can be read.
#pragma once

#include <kj/debug.h>

#include <string>
#include <string_view>

#include "engine/rules/catalogue.h"
#include "events/errors.h"
#include "tests/fuzz/facts_target.h"
#include "tools/import/deck_list.h"
#include "tools/notation/transcript_reader.h"

namespace docket {

/// The rules under which lists are read, with two cards.
inline Rules rulesOfLists() {
  static const Catalogue kCatalogue = [] {
    constexpr std::string_view kCards = R"({"name": "two", "version": "1", "ruleset": "yugioh", "cards": [
      {"key": "101", "title": "Mill Hand", "types": ["monster"]},
      {"key": "201", "title": "Night Ferry", "types": ["monster"]}]})";
    return compile(readDocument<schema::Catalogue>(kCards, "two").root(), shippedRules("yugioh"), "two");
  }();
  return {shippedRules("yugioh"), kCatalogue};
}

/// The bytes as a list. Returns whether they are one.
inline bool takeDeck(std::string_view bytes) {
  const Rules rules = rulesOfLists();
  DeckList list;
  try {
    list = readDeckList(bytes, "fuzz", rules);
  } catch (const BadInput& refused) {
    KJ_REQUIRE(std::string_view(refused.what()).starts_with("fuzz"), refused.what());
    return false;
  }
  std::uint32_t cards = 0;
  for (const DeckList::Entry& entry : list.entries) {
    KJ_REQUIRE(entry.count != 0 && !entry.key.empty());
    cards += entry.count;
  }
  KJ_REQUIRE(cards <= kMaxDeckCards);
  const std::string lines = registeringLines(list, rules, 2);
  if (lines.empty()) return true;  // no card is in a zone of the game
  const std::string game = "game \"x\"\nP1\nP2\n\n" + lines;
  static_cast<void>(readTranscript(game, "registered", [&](schema::Header::Reader) { return rules; }));
  return true;
}

}  // namespace docket
