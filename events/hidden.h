// The hidden fields of an event, as the schema marks them: their places, the seats that may see them, and their values.
// Invariant: the places of an event's hidden fields do not depend on their values, so a redacted event has the same
// places.
#pragma once

#include <capnp/dynamic.h>

#include <vector>

#include "events/seats.h"
#include "schemas/event.capnp.h"

namespace docket {

/// A hidden field of one event.
struct HiddenField {
  capnp::DynamicStruct::Builder holder;
  capnp::StructSchema::Field field;
  Seats seats;  ///< those that may see it
};

/// The hidden fields of an event, in the order of their places (Seal.place in schemas/event.capnp).
[[nodiscard]] std::vector<HiddenField> hiddenFields(schema::Event::Builder event);

/// True if the event may hold, or may have held, something that a seat may not see. A fast check; hiddenFields() gives
/// the fields.
[[nodiscard]] bool mayHide(schema::Event::Reader event);

/// True if the event can hide only the card identities in its context, and has no seals: its hidden fields are then the
/// definition and the printed data of each identity, in that order.
[[nodiscard]] bool hidesIdentitiesOnly(schema::Event::Reader event);

/// True if the event can hide only the order of a shuffle, and has no seals: the order is then its only hidden field.
[[nodiscard]] bool hidesOrderOnly(schema::Event::Reader event);

}  // namespace docket
