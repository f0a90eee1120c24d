// Adapts a holder of a game's events, a recording or an archive, to the interface of the game's history.
#pragma once

#include "engine/fold/history.h"

namespace docket {

/// `Holder` visits its events in order, each with its number: holder.forEach(first, last, see).
template <class Holder>
class EventsOf : public EventSource {
 public:
  /// The holder must outlive it.
  explicit EventsOf(const Holder& holder) : holder_(holder) {}
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    holder_.forEach(first, last, visit);
  }

 private:
  const Holder& holder_;
};

}  // namespace docket
