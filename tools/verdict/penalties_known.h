// The penalties offered in a game, so that a misspelt name is not recorded as a new penalty.
// Invariant: these are suggestions only; any name can be recorded.
#pragma once

#include <string>
#include <vector>

#include "tools/game/game_loader.h"

namespace docket {

/// The usual penalties, and those that judges gave in this game and in the other games of its event, each once, sorted
/// by name. Reads at most the latest kMaxGamesAsked other games.
[[nodiscard]] std::vector<std::string> penaltiesKnown(const OpenGame& game, GameLoader& loader);
inline constexpr std::size_t kMaxGamesAsked = 200;

}  // namespace docket
