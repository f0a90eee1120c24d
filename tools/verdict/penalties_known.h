// The penalties that a name can mean in a game: so that one that is misspelt is not recorded as another one.
// Invariant: any name can be recorded; these are only what is offered.
#pragma once

#include <string>
#include <vector>

#include "tools/game/game_loader.h"

namespace docket {

/// Those that are usual, and those that judges gave in a game and in the other games of its event, each once, by name.
/// Of the other games at most kMostGamesAsked are looked at, the latest.
[[nodiscard]] std::vector<std::string> penaltiesKnown(const OpenGame& game, GameLoader& loader);
inline constexpr std::size_t kMostGamesAsked = 200;

}  // namespace docket
