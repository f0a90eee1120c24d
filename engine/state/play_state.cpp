#include "engine/state/play_state.h"

namespace docket {

const Choice* PlayState::choice(Seat player, NameNumber what, Choice::Kind kind) const {
  const Choice* latest = nullptr;
  for (const Choice& one : choices) {
    if ((player != 0 && one.player != player) || one.what != what || one.kind != kind) continue;
    if (latest == nullptr || one.event > latest->event) latest = &one;
  }
  return latest;
}

}  // namespace docket
