// What nobody knows and the legality of an event rests on, beside what a finding says of itself: a text that nobody
// read, limits that nobody listed, a place or a side of its card of which nobody says that an ability works so, a value
// to pay from of which nobody said what it was. Where there is such a doubt and nothing certain against the event,
// whether it was legal is not known: for every command alike.
#pragma once

#include <optional>
#include <vector>

#include "engine/query/event_at_hand.h"
#include "engine/rules/expression/value.h"

namespace docket {

/// The first such doubt about event `number`: text_unknown, identity_unknown, limits_uncertain, place_uncertain or
/// face_uncertain, with the card, or no_start with whose value it is. `at.before` is the state before it with what the
/// event says (state_for_event.h).
[[nodiscard]] std::optional<expression::Reason> unknownOf(const EventAtHand& at);

/// The same where the event is folded before all is known: what there is of it on the table before it, and, where that
/// is nothing, what the cards bring that come into the game with it. `after`: the table as it leaves it.
[[nodiscard]] std::optional<expression::Reason> unknownBefore(const EventAtHand& at);
[[nodiscard]] std::optional<expression::Reason> unknownAfter(const EventAtHand& at, const State& after);

/// The same from the state before it; and no_rule where it is an act of which no rule here speaks, so that nobody has
/// judged it.
[[nodiscard]] std::optional<expression::Reason> doubtOf(const EventAtHand& at);
/// Whether something unknown decides if an event was legal. `found`: what judge() finds.
[[nodiscard]] bool isOpen(const EventAtHand& at, const std::vector<Finding>& found);

}  // namespace docket
