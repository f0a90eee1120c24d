#include "tools/explain/reevaluation.h"

namespace docket {

bool Reevaluation::mayDiffer(const RunningState& table, schema::Event::Reader event) {
  // An observation counts until something happens that can have changed a reading.
  const EventNumber latest_change = table.state().latest_change;
  const bool expires = may_be_observed_ && latest_change != latest_change_;
  const bool observes = event.isObserved() && event.getObserved().getReading() == 0;
  latest_change_ = latest_change;
  // After a rewind, observations of the restored table count again.
  may_be_observed_ = observes || table.jumped() || (may_be_observed_ && !expires);
  return expires || table.jumped() || event.isObserved() || asked_.reads.has(StatePart::other) ||
         asked_.reads.has(StatePart::event) || asked_.reads.touch(table.step().changed);
}

}  // namespace docket
