// Costs in a text: whether a cost can be paid, and whether the events that an act names as its costs paid them. The
// context of an event is remembered for as long as a text may refer back to it (State::remembered).
#pragma once

#include "engine/query/acts/conditions.h"
#include "engine/state/state.h"

namespace docket {

/// The user of a card's text, and the meaning of the words in it: `it`, `who` and `that`.
struct TextUse {
  CardIndex card = kNone;  ///< kNone: the text of an ability that the player has
  Seat player = 0;
  EventContext about;
  /// The meaning of `this` in the text.
  [[nodiscard]] Entity self() const { return card != kNone ? card : entityOf(EntityKind::player, player); }
};

/// Whether a cost can be paid: by the condition in its text, else by the recorded orientations, values and counters.
TriState canPay(const State& state, const Rules& rules, const Cost& cost, const TextUse& use);

/// Whether the cited events paid the costs, each event at most one cost.
TriState arePaid(const State& state, const Rules& rules, const std::vector<Cost>& costs, const TextUse& use,
                 capnp::List<std::uint32_t>::Reader cited);

}  // namespace docket
