// Cases of wordings, as tables that a judge can read: an invented card, its words, and the expected reading.
//
//   use this effect, sent to the Graveyard
//     Fox, monster
//     | If this card is sent to the GY: You can draw 1 card. You can only use this effect of "Fox" once per turn.
//     = ability 1: trigger effect, graveyard; hard-use (group 1)
//     = not read: "draw 1 card"
//
// The first line of a case names its wordings. Then the card: its title, its types, and after a slash its subtypes.
// Then its texts, a line each: `|` the text, `pendulum|` another one. Then the whole reading. A line that begins with #
// is a remark.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/rules/wordings/card_reading.h"

namespace docket::reading {

struct WordingCase {
  std::size_t line = 0;  ///< where it begins, from 1
  std::vector<std::string> wordings;
  wordings::PrintedCard card;
  std::vector<std::string> expected;
  std::vector<std::string> remarks;  ///< lines before it, verbatim
  std::vector<std::string> printed;  ///< its own lines except the expected ones, verbatim
};

/// Throws std::runtime_error with the line if it is not such a table.
[[nodiscard]] std::vector<WordingCase> readCases(const std::filesystem::path& file);
/// Writes them with their current readings in place of the expected ones.
void writeCases(const std::filesystem::path& file, const std::vector<WordingCase>& cases);

/// All that a card is read as, a line each.
[[nodiscard]] std::vector<std::string> told(const wordings::PrintedCard& card, const wordings::Wordings& wordings,
                                            const Ruleset& ruleset);

}  // namespace docket::reading
