// Doubts about the legality of an event, apart from those that findings report: an unread text, unlisted limits, a zone
// or a side of its card for which it is not known whether the ability works, a payment from a value whose amount is
// unknown. If there is a doubt and no certain finding, the event's legality is unknown, in every command alike.
#pragma once

#include <optional>
#include <vector>

#include "engine/query/acts/pending_event.h"
#include "engine/rules/expression/value.h"

namespace docket {

/// The first doubt about the event: text_unknown, identity_unknown, limits_uncertain, place_uncertain or
/// face_uncertain, with the card, or no_start with the owner of the value. `pending.before` is the state before it,
/// extended with what the event gives (PendingEvent::informedState).
[[nodiscard]] std::optional<expression::Reason> firstDoubt(const PendingEvent& pending);

/// firstDoubt() in two halves, for an event that is folded in between: firstDoubtBefore() finds doubts in the state
/// before it; firstDoubtAfter(), if there are none, doubts about cards that enter the game with it. `after`: the state
/// after the event.
[[nodiscard]] std::optional<expression::Reason> firstDoubtBefore(const PendingEvent& pending);
[[nodiscard]] std::optional<expression::Reason> firstDoubtAfter(const PendingEvent& pending, const State& after);

/// The first doubt on the state that has what the event gives (PendingEvent::informed()); for an act that no rule
/// covers, so that it is not judged, the reason no_rule.
[[nodiscard]] std::optional<expression::Reason> doubtOf(const PendingEvent& pending);
/// True if something unknown decides if an event was legal. `found`: what judge() finds.
[[nodiscard]] bool isLegalityUndecided(const PendingEvent& pending, const std::vector<Finding>& found);

}  // namespace docket
