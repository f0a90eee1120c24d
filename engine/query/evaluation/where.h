// The context in which a part of an expression is evaluated: `before(57, ...)` changes the state, a filter sets `it`.
#pragma once

#include "engine/state/state.h"

namespace docket::expression {

struct Where {
  const State* state;
  CardIndex it = kNone;
  Seat each = 0;  ///< the player that `everyPlayer` asks; 0: none
};

}  // namespace docket::expression
