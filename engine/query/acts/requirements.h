// What a ruleset requires of an event beyond limits: where its card is, whose turn it is, or any condition.
#pragma once

#include <memory>

#include "engine/query/acts/conditions.h"
#include "engine/query/acts/event_at_hand.h"
#include "engine/query/tri_state.h"

namespace docket {

namespace expression {
struct Answer;
}

/// Whether an event meets a requirement; one that is not about such an event is met. One of the state after the event
/// supposes that. `answer`, if given, is set to what its condition gave, where it has one and was asked.
TriState meets(const EventAtHand& at, const Requirement& requirement,
               std::shared_ptr<const expression::Answer>* answer = nullptr);
/// The same where the event is folded before that is known: whether the requirement applies to it, and, where it does
/// and asks for the state after the event, what that gives.
TriState applies(const EventAtHand& at, const Requirement& requirement);
TriState meetsAfter(const EventAtHand& at, const Requirement& requirement, const State& after,
                    std::shared_ptr<const expression::Answer>* answer = nullptr);
/// Whether a requirement asks for the state after an event.
inline bool asksAfter(const Requirement& requirement) {
  return requirement.after && requirement.that && requirement.what == schema::Act::Requirement::What::THAT;
}
/// Whether a requirement is about such an event.
bool isAbout(const State& before, const EventContext& happening, const Requirement& requirement);

/// Whether an ability lifts a requirement that the rules have of its activation, as "even if this card is bowed" does.
/// Asked about an activation.
bool lifts(const EventAtHand& at, const Requirement& requirement);

/// Whether a requirement asks for nothing but the card and the player of an act.
inline bool isPlain(const Requirement& requirement) {
  using What = schema::Act::Requirement::What;
  return requirement.what != What::THAT && requirement.what != What::FROM_TOP && requirement.named.empty() &&
         !requirement.if_;
}

/// What a plain requirement gives.
bool meetsPlainly(const State& before, const Rules& rules, const EventContext& act,
                  schema::Act::Requirement::What what);

/// The requirements that a ruleset has of an event's payload.
inline const std::vector<Requirement>& requirementsOf(const Rules& rules, schema::Event::Which which) {
  return rules.ruleset.acts[static_cast<std::size_t>(which)].requirements;
}

}  // namespace docket
