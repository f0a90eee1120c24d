// The assumptions of each kind of event about the table, as the schema declares them beside the payload ($assumes in
// schemas/event.capnp). engine/judge/table_check.h checks them.
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

/// The assumptions of events with a payload; empty if the payload is from a newer schema.
[[nodiscard]] const Assumptions& assumptionsOf(schema::Event::Which payload);

}  // namespace docket
