// GAME@POINT, the argument of commands that compare tables.
#pragma once

#include <string>

#include "store/archive.h"

namespace docket {

struct GameAtPoint {
  std::string game;  ///< as store/naming.h takes it
  std::string point = "end";
};

/// The point follows the last @. Throws BadInput if it could also be the number of a record, because the game has a
/// corrected record; GAME@RECORD@POINT is then required.
[[nodiscard]] GameAtPoint gameAtPoint(const std::string& typed, const Archive& archive);

}  // namespace docket
