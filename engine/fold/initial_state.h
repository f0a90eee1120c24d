// The state before the first event of a game.
#pragma once

#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The state before the first event: the players and their starting values.
State initialState(schema::Header::Reader header, const Rules& rules);

}  // namespace docket
