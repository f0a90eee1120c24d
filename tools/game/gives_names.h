// The names of a whole game, for reading a text about it. They are collected only if a text is read.
#pragma once

#include <functional>

#include "events/names.h"

namespace docket {

/// Returns the names of the whole game. They are gathered only if a text of it is read.
using GivesNames = std::function<const Names&()>;
/// Those of a game, which must outlive it.
template <class Game>
[[nodiscard]] GivesNames namesOf(const Game& game) {
  return [&game]() -> const Names& { return game.names(); };
}

}  // namespace docket
