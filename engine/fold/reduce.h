// The reducer: folds an event into a state. It accepts every well-formed event, including illegal ones, because the
// table played on; only if the ruleset holds an illegal act void does the event have no effect.
#pragma once

#include "engine/fold/initial_state.h"  // every fold begins with initialState()
#include "engine/query/acts/pending_event.h"
#include "engine/rules/catalogue.h"
#include "engine/state/fold_step.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The version of the engine's semantics, which a game's header names. After the first release, a change of meaning
/// gets a new number, and the old one stays runnable. Games of versions 1 and 2 are read as version 3; results
/// stored under those versions (keyframes, running digests) are not compared.
inline constexpr std::uint32_t kSemantics = 3;

/// Folds event `number` into `state`; `step` is cleared and then set to the changes. The number must be greater than
/// that of the event folded before. Throws DamagedArchive if the event is not well-formed (events/validate.h refuses
/// such an event before it is stored).
/// `learned`: what the state has already learned from the event; see learning.h.
void reduce(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Step& step,
            Learned learned = {});

/// reduce() of an event that was judged on this state: what the judge read of it is reused.
void reduce(State& state, const PendingEvent& judged, Step& step);

/// An event with the state before it, and with this reducer.
[[nodiscard]] PendingEvent pendingEvent(const State& before, const Rules& rules, EventNumber number,
                                        schema::Event::Reader event);

/// pendingEvent() on an informed state. `recorded_context`: the event's; `scratch`: as for PendingEvent.
[[nodiscard]] PendingEvent pendingEventOnInformed(const State& before, const Rules& rules, EventNumber number,
                                                  schema::Event::Reader event, const RecordedContext& recorded_context,
                                                  EventScratch* scratch = nullptr);

}  // namespace docket
