// A record that a game is read from in place of what an archive stores of it: as somebody may see it (record_view.h),
// or one in memory that no archive has (record_in_memory.h).
#pragma once

#include "engine/fold/history.h"
#include "engine/rules/ids.h"
#include "events/held_event.h"
#include "schemas/event.capnp.h"

namespace docket {

class HeldRecord : public EventSource {
 public:
  [[nodiscard]] virtual schema::Header::Reader header() const = 0;
  /// The number of the last event; 0 if there is none.
  [[nodiscard]] virtual EventNumber last() const = 0;
  /// Event `number`, from 1 to last().
  [[nodiscard]] virtual HeldEvent event(EventNumber number) const = 0;
};

}  // namespace docket
