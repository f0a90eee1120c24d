#include "engine/told.h"

#include "engine/reduce.h"
#include "engine/requirements.h"

namespace docket {

Told::Told(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event) : before_(before) {
  if (!event.hasContext()) return;
  const auto context = event.getContext();
  if (context.getNames().size() == 0 && context.getIdentities().size() == 0) return;
  // A state that was reached by way of a correction has the names of later events already.
  const bool has_names = hasNamesOf(before, event);
  if (has_names && context.getIdentities().size() == 0) return;
  told_ = before;
  learn(*told_, rules, number, event, has_names);
}

}  // namespace docket
