// The ruleset's requirements on an event other than limits: its card's zone, whose turn it is, or any condition.
#pragma once

#include <memory>

#include "engine/query/acts/conditions.h"
#include "engine/query/acts/pending_event.h"
#include "engine/query/tri_state.h"

namespace docket {

namespace expression {
struct Answer;
}

/// Whether an event meets a requirement; a requirement on other events is met. A requirement on the state after the
/// event is evaluated on a hypothetical one. `answer`, if given, is set to the result of its condition, if that was
/// evaluated.
TriState meets(const PendingEvent& pending, const Requirement& requirement,
               std::shared_ptr<const expression::Answer>* answer = nullptr);
/// meets() in two steps, for an event that is folded in between: whether the requirement applies to it and, if it does
/// and needs the state after the event, its result in that state.
TriState applies(const PendingEvent& pending, const Requirement& requirement);
TriState meetsAfter(const PendingEvent& pending, const Requirement& requirement, const State& after,
                    std::shared_ptr<const expression::Answer>* answer = nullptr);
/// True if a requirement needs the state after an event.
inline bool asksAfter(const Requirement& requirement) {
  return requirement.after && requirement.that && requirement.what == schema::Act::Requirement::What::THAT;
}
/// True if such a requirement on simultaneous events is judged when all of them have happened. The place in a pile is
/// where the event itself puts a card: the next one may move it.
inline bool asksAfterGroup(const Requirement& requirement) {
  return asksAfter(requirement) && !requirement.that->reads.has(StatePart::piles);
}
/// The requirements on simultaneous events that are judged when all of them have happened and apply to one of these
/// for certain, as indices.
std::vector<std::uint16_t> deferredRequirements(const PendingEvent& pending);
/// Whether such a requirement is met; `after`: the state after all of the events. `answer` as in meets().
TriState meetsAfterGroup(const DeferredRequirement& deferred, const Rules& rules, const State& after,
                         std::shared_ptr<const expression::Answer>* answer = nullptr);
/// True if a requirement is about such an event.
TriState isAbout(const State& before, const EventContext& context, const Requirement& requirement);

/// True if an ability lifts a requirement of the rules on its activation, as "even if this card is bowed" does. For
/// activations only.
bool lifts(const PendingEvent& pending, const Requirement& requirement);

/// True if a requirement depends only on the card and the player of an act.
inline bool isPlain(const Requirement& requirement) {
  using What = schema::Act::Requirement::What;
  return requirement.what != What::THAT && requirement.what != What::FROM_TOP && requirement.named.empty() &&
         !requirement.if_;
}

/// The result of a plain requirement.
bool meetsPlainly(const State& before, const Rules& rules, const EventContext& act,
                  schema::Act::Requirement::What what);

/// The ruleset's requirements on events with a payload.
inline const std::vector<Requirement>& requirementsOf(const Rules& rules, schema::Event::Which which) {
  return rules.ruleset.acts[static_cast<std::size_t>(which)].requirements;
}

}  // namespace docket
