#include "engine/sight.h"

#include "events/validate.h"

namespace docket {

bool seesCard(const State& state, const Ruleset& ruleset, Seat player, CardIndex card) {
  using By = schema::Zone::SeenBy;
  const Card& of = state.cards[card];
  if (!of.exists() || player == 0) return false;
  const bool his = of.zone_player == player;
  switch (ruleset.zones[of.zone].seen_by) {
    case By::EVERYONE:
      return true;
    case By::FACE_UP:
    case By::OWNER:
      return his || of.face == Facing::up;
    case By::OTHERS:
      return !his || of.face == Facing::up;
    default:
      return of.face == Facing::up;
  }
}

bool knowsCard(const State& state, Seat player, CardIndex card) {
  return player >= 1 && player <= kMostSeats && (state.cards[card].known_to >> (player - 1U) & 1U) != 0;
}

}  // namespace docket
