// Acts as limits see them: which events are acts, and which question about use each asks.
#pragma once

#include "engine/query/limits/limits.h"
#include "engine/query/limits/use_question.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The question about use that an event asks.
struct ActQuestion {
  bool is_act = false;  ///< false: no limit counts the event
  UseQuestion use;
};
ActQuestion actQuestionOf(const State& before, schema::Event::Reader event);

/// True if an event is an act: uses are recorded for acts only.
inline bool recordsUse(schema::Event::Reader event) {
  return event.isAbilityActivated() || event.isTraitTriggered() || event.isCardPlayed();
}

/// The name of the granted ability or trait that an act uses; 0: it uses a printed one, or none.
inline NameNumber nameOfGranted(schema::Event::Reader event) {
  if (event.isAbilityActivated()) return event.getAbilityActivated().getNamed();
  return event.isTraitTriggered() ? event.getTraitTriggered().getNamed() : NameNumber{0};
}

}  // namespace docket
