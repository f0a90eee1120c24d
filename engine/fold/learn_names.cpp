#include "engine/fold/learn_names.h"

#include "engine/fold/fold.h"
#include "engine/fold/identity.h"

namespace docket {

void learnNames(State& state, const Rules& rules, EventNumber number, const Surroundings& around) {
  if (around.names.size() == 0) return;
  Step nothing;
  Fold fold(state, rules, nothing, number);
  learnNames(fold, around.names);
}

void learnCards(State& state, const Rules& rules, EventNumber number, const Surroundings& around) {
  if (around.identities.size() == 0) return;
  Step nothing;
  Fold fold(state, rules, nothing, number);
  learnIdentities(fold, around.identities);
  fold.finish();
}

}  // namespace docket
