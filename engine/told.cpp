#include "engine/told.h"

#include "engine/reduce.h"
#include "engine/requirements.h"

namespace docket {

Told::Told(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event) : before_(before) {
  if (!event.hasContext()) return;
  const auto context = event.getContext();
  if (context.getNames().size() == 0 && context.getIdentities().size() == 0) return;
  if (hasNamesOf(before, event)) return;  // it was told already
  told_ = before;
  learn(*told_, rules, number, event);
}

}  // namespace docket
