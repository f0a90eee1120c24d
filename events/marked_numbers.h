// Visits the numbers of a struct that the schema marks as names, cards, entities, seats or events.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <functional>

#include "events/shape.h"

namespace docket {

/// Called with a marked number that is not 0, which it may change. Returns false to stop.
using VisitNumber = std::function<bool(std::uint32_t& number, const FieldShape& field)>;

/// Visits the marked numbers of a struct and of the structs in it, in the order of the schema and of its lists. Returns
/// false if a visit did.
bool visitMarkedNumbers(capnp::DynamicStruct::Builder owner, const VisitNumber& visit);

}  // namespace docket
