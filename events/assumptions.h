// What an event of each kind takes for granted of the table that it happens on, as the schema declares it beside the
// payload ($takesForGranted in schemas/event.capnp). Whether it is so is asked in engine/judge/table_sense.h.
// Invariant: a function of the schema alone.
#pragma once

#include <bitset>

#include "schemas/event.capnp.h"
#include "schemas/marks.capnp.h"

namespace docket {

/// A set of assumptions, by their number in the schema.
class Assumptions {
 public:
  void add(schema::Assumption one) { bits_.set(static_cast<std::size_t>(one)); }
  [[nodiscard]] bool has(schema::Assumption one) const { return bits_.test(static_cast<std::size_t>(one)); }
  [[nodiscard]] bool none() const { return bits_.none(); }

 private:
  std::bitset<32> bits_;
};

/// What an event with that payload takes for granted; nothing where its payload is of a newer schema.
[[nodiscard]] const Assumptions& assumptionsOf(schema::Event::Which payload);

}  // namespace docket
