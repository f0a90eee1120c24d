// A recording as the engine's history layer wants to read it.
#pragma once

#include "engine/fold/history.h"
#include "events/recording.h"

namespace docket {

class RecordedEvents : public EventSource {
 public:
  explicit RecordedEvents(const Recording& game) : game_(game) {}
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    for (EventNumber n = first; n <= last; ++n) visit(n, game_.event(n));
  }

 private:
  const Recording& game_;
};

}  // namespace docket
