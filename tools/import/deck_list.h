// A deck list as a file says it: which cards, how many, in which zone. Two notations, told apart by their first
// character:
//
//   # a comment                     {"format": "limited", "values": [{"name": "packs", "value": 6}],
//   [deck]                           "zones": [{"name": "deck", "cards": [{"count": 3, "card": "Reed Scout"}]}]}
//   3 Reed Scout
//   1x Ash Warden
//
// Invariant: every card of a list that was read is one of the catalogue, and every zone one of the ruleset.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/catalogue.h"

namespace docket {

inline constexpr std::uint32_t kMostDeckCards = 10'000;

struct DeckList {
  struct Entry {
    ZoneIndex zone;
    const Definition* card;
    std::uint32_t count;
  };
  std::string format;
  std::vector<std::pair<std::string, std::int64_t>> values;
  std::vector<Entry> entries;

  /// How many cards there are in a zone.
  [[nodiscard]] std::uint32_t countIn(ZoneIndex zone) const;
};

/// Reads a list. Throws BadInput with file, line and column: for a card or a zone that there is not (with the nearest
/// one that there is), a title that several cards have, a count that is none, more than kMostDeckCards cards.
DeckList readDeckList(std::string_view text, const std::string& file, const Rules& rules);

}  // namespace docket
