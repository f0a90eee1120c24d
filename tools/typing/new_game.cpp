#include "tools/typing/new_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/game/documents.h"
#include "tools/notation/transcript.h"

namespace docket::typing {

std::string newGameText(std::string_view id, std::vector<std::string> players, std::string_view ruleset) {
  std::string text = fmt::format("game {}\n", notedString(id));
  players.resize(std::max<std::size_t>(players.size(), 2));
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    text += fmt::format("P{} {}\n", seat + 1, notedString(players[seat]));
  }
  const auto at = ruleset.find('@');
  text += "ruleset " + notedString(ruleset.substr(0, at));
  if (at != std::string_view::npos) text += ' ' + notedString(ruleset.substr(at + 1));
  return text + "\n\n";
}

std::vector<std::string> rulesetNames(const Archive* archive) {
  std::vector<std::string> names;
  for (const HeldDocument& one : knownRulesets(archive)) {
    const std::string name = notedString(one.name);
    if (names.empty() || !names.back().starts_with(name)) names.push_back(name);  // the latest of the game's date
    names.push_back(name + ' ' + notedString(one.version));
  }
  return names;
}

}  // namespace docket::typing
