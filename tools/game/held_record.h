// A record that replaces the stored one as the source of a game: a redacted view (record_view.h), or a record in memory
// that is in no archive (game_loader.cpp).
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
