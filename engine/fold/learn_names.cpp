#include "engine/fold/learn_names.h"

#include "engine/fold/fold.h"
#include "engine/fold/identity.h"
#include "events/hidden.h"

namespace docket {

void learnNames(State& state, const Rules& rules, EventNumber number, const EventContextLists& context_lists) {
  if (context_lists.names.size() == 0) return;
  Step nothing;
  Fold fold(state, rules, nothing, number);
  learnNames(fold, context_lists.names);
}

void learnCards(State& state, const Rules& rules, EventNumber number, const EventContextLists& context_lists) {
  if (context_lists.identities.size() == 0) return;
  Step nothing;
  Fold fold(state, rules, nothing, number);
  learnIdentities(fold, context_lists.identities);
  fold.finish();
}

void showCards(State& state, const Rules& rules, EventNumber last, std::span<const CardIndex> cards) {
  if (cards.empty()) return;
  Step nothing;
  Fold fold(state, rules, nothing, last);
  for (const CardIndex card : cards) {
    state.cards[card].noted = 0;  // the event noted it in its own step
    fold.touch(card);
    state.cards[card].known_to = kEveryone;
  }
  fold.finish();
}

}  // namespace docket
