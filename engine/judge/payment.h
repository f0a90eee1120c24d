// Costs in a text: whether one can be paid, and whether the events that an act names as its costs paid them. What an
// event was about is remembered for as long as a text may refer back to it (State::remembered).
#pragma once

#include "engine/query/acts/conditions.h"
#include "engine/state/state.h"

namespace docket {

/// Who uses which card's text, and what the words in it mean: `it`, `who` and `that`.
struct TextUse {
  CardIndex card = kNone;  ///< kNone: the text is that of an ability that the player has
  Seat player = 0;
  EventContext about;
  /// What `this` is in the text.
  [[nodiscard]] Entity self() const { return card != kNone ? card : entityOf(EntityKind::player, player); }
};

/// Whether a cost can be paid: as its text says it, else by what the record knows of orientations, values, counters.
TriState canPay(const State& state, const Rules& rules, const Cost& cost, const TextUse& use);

/// Whether each of the costs was paid by another one of the events that are cited.
TriState arePaid(const State& state, const Rules& rules, const std::vector<Cost>& costs, const TextUse& use,
                 capnp::List<std::uint32_t>::Reader cited);

}  // namespace docket
