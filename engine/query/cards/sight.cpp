#include "engine/query/cards/sight.h"

#include "events/seats.h"
#include "events/validate.h"

namespace docket {

std::uint8_t seatsThatSee(schema::Zone::SeenBy seen_by, Seat owner, bool turned_up, std::uint32_t seats) {
  using By = schema::Zone::SeenBy;
  const auto owner_only = owner == 0 ? kEveryone : static_cast<std::uint8_t>(1U << (owner - 1U));
  if (turned_up) return kEveryone;
  switch (seen_by) {
    case By::EVERYONE:
      return kEveryone;
    case By::FACE_UP:
    case By::OWNER:
      return owner_only;
    case By::OTHERS:
      return owner == 0 ? kEveryone : static_cast<std::uint8_t>(((1U << seats) - 1U) & ~std::uint32_t{owner_only});
    case By::NOBODY:
      break;
  }
  return 0;
}

bool seesCard(const State& state, const Ruleset& ruleset, Seat player, CardIndex card) {
  const Card& seen_card = state.cards[card];
  if (!seen_card.exists() || player == 0) return false;
  const auto seen_by = ruleset.zones[seen_card.zone].seen_by;
  return hasSeat(seatsThatSee(seen_by, seen_card.zone_player, seen_card.face == Facing::up, state.seats), player);
}

bool knowsCard(const State& state, Seat player, CardIndex card) { return hasSeat(state.cards[card].known_to, player); }

}  // namespace docket
