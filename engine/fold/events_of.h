// The events of whatever holds a game, a recording or an archive, as the history of a game wants to read them.
#pragma once

#include "engine/fold/history.h"

namespace docket {

/// `Holder` visits its events in order: holder.forEach(first, last, see), each with its number.
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
