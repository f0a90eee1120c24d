// The limits in the text of a card of Marvel Champions: "Max 1 per round", "Limit once per phase per player". Read
// from the text only: by the wordings of the game, and by limit_wordings.json in this folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace docket::marvel {

/// One phrase of a text.
struct PrintedLimit {
  std::string words;      ///< as printed: "Limit once per round"
  std::string limit;      ///< the line of the ruleset that it is; empty: there is none for such words
  std::int32_t most = 1;  ///< how many
  std::string label;      ///< the bold words of the ability that it is printed on; empty: on the card itself
  std::size_t which = 0;  ///< of the abilities of the card with this label, from 0
  std::string period;     ///< of "Limit once per round": "round"
  std::string instance;   ///< of "(Max 1 per attack.)": "attack"
};

/// All of them, in their order.
std::vector<PrintedLimit> printedLimits(const std::string& text);

/// "Hero Action" as an ability of the type "Hero Action" or, where the simulator has left out whose it is, "Action".
bool isLabelOf(std::string_view label, std::string_view type);

}  // namespace docket::marvel
