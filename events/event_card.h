// The card that an event is about, as the schema marks it ($about in schemas/event.capnp).
// Invariant: a function of the schema and the event alone.
#pragma once

#include <cstdint>
#include <optional>

#include "schemas/event.capnp.h"
#include "schemas/marks.capnp.h"

namespace docket {

struct EventCard {
  std::uint32_t number = 0;  ///< the card's number in the record
  /// How it must be there before the event; otherwise nothing of the event is folded.
  schema::Presence presence = schema::Presence::KNOWN;
};

/// The card that an event is about; empty for an event about none (as an ability that a player has), or about several
/// (a draw).
[[nodiscard]] std::optional<EventCard> eventCardOf(schema::Event::Reader event);

}  // namespace docket
