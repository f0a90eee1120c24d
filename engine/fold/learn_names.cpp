#include "engine/fold/learn_names.h"

#include "engine/fold/fold.h"
#include "engine/fold/identity.h"

namespace docket {

void learnNames(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event) {
  if (!event.hasContext()) return;
  Step nothing;
  Fold fold(state, rules, nothing, number);
  learnNames(fold, event.getContext());
}

}  // namespace docket
