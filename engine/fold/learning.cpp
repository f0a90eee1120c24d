#include "engine/fold/learning.h"

#include "engine/fold/fold.h"
#include "engine/fold/identity.h"
#include "engine/query/cards/places.h"
#include "events/seats.h"

namespace docket {

void learn(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event, Learned learned) {
  const auto recorded_context = RecordedContext::of(event);
  if (!learned.names) learnNames(state, rules, number, recorded_context);
  if (!learned.cards && !introducesCards(event)) learnCards(state, rules, number, recorded_context);
}

void learnNames(State& state, const Rules& rules, EventNumber number, const RecordedContext& recorded_context) {
  if (recorded_context.names.size() == 0) return;
  Step nothing;
  Fold fold(state, rules, nothing, number);
  addNames(fold, recorded_context.names);
}

void learnCards(State& state, const Rules& rules, EventNumber number, const RecordedContext& recorded_context) {
  if (recorded_context.identities.size() == 0) return;
  Step nothing;
  Fold fold(state, rules, nothing, number);
  addIdentities(fold, recorded_context.identities);
  fold.finish();
}

void learnNamesOnly(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event) {
  learnNames(state, rules, number, RecordedContext::of(event));
  state.event = number;
}

void makeKnownToAll(State& state, const Rules& rules, EventNumber last, std::span<const CardIndex> cards) {
  if (cards.empty()) return;
  Step nothing;
  Fold fold(state, rules, nothing, last);
  for (const CardIndex card : cards) {
    state.cards[card].changed_by = 0;  // the event marked it in its own step
    fold.touch(card);
    state.cards[card].known_to = kEveryone;
  }
  fold.finish();
}

}  // namespace docket
