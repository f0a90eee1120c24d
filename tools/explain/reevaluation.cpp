#include "tools/explain/reevaluation.h"

namespace docket {

bool Reevaluation::mayDiffer(const RunningState& running, schema::Event::Reader event) {
  // An observation counts until something happens that can have changed a reading.
  const EventNumber latest_change = running.state().latest_change;
  const bool expires = may_be_observed_ && latest_change != latest_change_;
  const bool observes = event.isObserved() && event.getObserved().getReading() == 0;
  latest_change_ = latest_change;
  // After a rewind, observations of the restored table count again.
  may_be_observed_ = observes || running.jumped() || (may_be_observed_ && !expires);
  return expires || running.jumped() || event.isObserved() || asked_.reads.has(StatePart::other) ||
         asked_.reads.has(StatePart::event) || asked_.reads.touch(running.step().changed);
}

}  // namespace docket
