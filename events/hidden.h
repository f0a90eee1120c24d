// The hidden fields of an event, as the schema marks them: which there are, who may see them, what they hold.
// Internal to the public form. Invariant: the places of an event's hidden fields do not depend on what they hold, so
// that a redacted event has the same ones.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <vector>

#include "schemas/event.capnp.h"

namespace docket {

/// A hidden field of one event.
struct HiddenField {
  capnp::DynamicStruct::Builder holder;
  capnp::StructSchema::Field field;
  std::uint8_t seats;  ///< bit n-1: seat n may see it; 255 everyone
};

/// The mask of a field that is not hidden from anyone.
inline constexpr std::uint8_t kEveryone = 255;

/// The hidden fields of an event, by place.
[[nodiscard]] std::vector<HiddenField> hiddenFields(schema::Event::Builder event);

/// Whether the event may hold or have held something that a seat may not see. Quick; hiddenFields says what.
[[nodiscard]] bool mayHide(schema::Event::Reader event);

/// Whether all that such an event can hide is what it says in its context that cards are, and no seal of it is given:
/// its hidden fields are then the definition and what is printed of each of its identities, in that order.
[[nodiscard]] bool hidesIdentitiesOnly(schema::Event::Reader event);

/// Whether all that it can hide is the order of a shuffle, and no seal of it is given: that is then its only hidden
/// field.
[[nodiscard]] bool hidesOrderOnly(schema::Event::Reader event);

}  // namespace docket
