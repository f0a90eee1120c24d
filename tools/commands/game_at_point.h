// GAME@POINT, as commands take it that compare tables.
#pragma once

#include <string>

#include "store/archive.h"

namespace docket {

struct GameAtPoint {
  std::string game;  ///< as store/naming.h takes it
  std::string point = "end";
};

/// What follows the last @ is the point. Throws BadInput if it could be a record of the game as well, since the game
/// was replaced by a corrected one: then either is written with two.
[[nodiscard]] GameAtPoint gameAtPoint(const std::string& typed, const Archive& archive);

}  // namespace docket
