// The names of a whole game, for parsing text about it. They are collected only when a text is parsed.
#pragma once

#include <functional>

#include "events/names.h"

namespace docket {

/// Returns the names of the whole game. They are collected on the first call.
using NamesProvider = std::function<const Names&()>;
/// The names of a game, which must outlive it.
template <class Game>
[[nodiscard]] NamesProvider namesOf(const Game& game) {
  return [&game]() -> const Names& { return game.names(); };
}

}  // namespace docket
