#include "engine/state/play_state.h"

#include <range/v3/algorithm/find_if.hpp>

namespace docket {

const Choice* PlayState::choice(Seat player, NameNumber what, Choice::Kind kind) const {
  const Choice* latest = nullptr;
  for (const Choice& one : choices) {
    if ((player != 0 && one.player != player) || one.what != what || one.kind != kind) continue;
    if (latest == nullptr || one.event > latest->event) latest = &one;
  }
  return latest;
}

const TallyCount* PlayState::tally(std::uint16_t tally, Entity subject) const {
  const auto found =
      ranges::find_if(tallies, [&](const TallyCount& one) { return one.tally == tally && one.subject == subject; });
  return found == tallies.end() ? nullptr : &*found;
}

}  // namespace docket
