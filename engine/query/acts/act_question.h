// Acts as limits see them: which events are acts, and the question about use that each asks.
#pragma once

#include "engine/query/limits/limits.h"
#include "engine/query/limits/use_question.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The question about use that an event asks.
ActQuestion questionOf(const State& before, schema::Event::Reader event);

/// Whether an event is an act: what uses are recorded of.
inline bool isAct(schema::Event::Reader event) {
  return event.isAbilityActivated() || event.isTraitTriggered() || event.isCardPlayed();
}

/// The name of the ability or the trait that an act uses and that is none of those printed on its card; 0: none.
inline NameNumber nameOfGiven(schema::Event::Reader event) {
  if (event.isAbilityActivated()) return event.getAbilityActivated().getNamed();
  return event.isTraitTriggered() ? event.getTraitTriggered().getNamed() : NameNumber{0};
}

/// The limits that hold for an act and how their counters stand before it, for `explain` and `legal`.
struct LimitStanding {
  AppliedLimit limit{};
  CounterReading counter;
};
std::vector<LimitStanding> standings(const State& before, const Rules& rules, const UseQuestion& question);

}  // namespace docket
