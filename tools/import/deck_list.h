// A deck list from a file: which cards, how many, in which zone. Three notations, recognised by content:
//
//   # a comment           {"format": "limited",                              #main      as simulators write it (.ydk):
//   [deck]                 "values": [{"name": "packs", "value": 6}],        89631139   a passcode a line
//   3 Reed Scout           "zones": [{"name": "deck", "cards":               #extra
//   1x Ash Warden           [{"count": 3, "card": "Reed Scout"}]}]}          !side
//
// Invariant: every zone of a parsed list is in the ruleset, and every card is in the catalogue or known to be missing
// from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/catalogue.h"

namespace docket {

inline constexpr std::uint32_t kMaxDeckCards = 10'000;
inline constexpr std::size_t kMaxDeckBytes = 1U << 20U;

struct DeckList {
  struct Entry {
    ZoneIndex zone;          ///< kUnbound: the ruleset has no zone for this part of the list (`part`)
    const Definition* card;  ///< null: the catalogue lacks it
    std::uint32_t count;
    std::string key{};  ///< of the card, even if the catalogue lacks it
    std::size_t line = 0;
    std::string part{};  ///< "side deck"
  };
  bool of_passcodes = false;  ///< it is a .ydk
  std::string format{};
  std::vector<std::pair<std::string, std::int64_t>> values{};
  std::vector<Entry> entries{};

  /// A card that the catalogue lacks, its first place, and its number of copies in the list.
  struct Unknown {
    std::string key;
    std::size_t line = 0;
    std::uint32_t count = 0;
  };
  /// In the order of the list.
  [[nodiscard]] std::vector<Unknown> unknown() const;
  /// A part of the list for which the ruleset has no zone.
  struct UnplacedPart {
    std::string part;
    std::uint32_t count = 0;
  };
  [[nodiscard]] std::vector<UnplacedPart> unplacedParts() const;

  /// The number of cards in a zone.
  [[nodiscard]] std::uint32_t countIn(ZoneIndex zone) const;
};

/// Reads a list. Throws BadInput with file, line and column for an unknown zone (with the nearest one), a misspelt or
/// ambiguous title, an invalid count, more than kMaxDeckCards cards, or a list with no card of the catalogue. Any other
/// card that the catalogue lacks is unknown.
DeckList readDeckList(std::string_view text, const std::string& file, const Rules& rules);

/// The lines of a transcript by which a player registers the deck; copies that follow each other are one line.
std::string registeringLines(const DeckList& list, const Rules& rules, Seat seat);
/// The lines that register the list in a file which a transcript names; the file is next to the transcript.
std::string registeringLines(const std::string& transcript, const std::string& file, Seat seat, const Rules& rules);

}  // namespace docket
