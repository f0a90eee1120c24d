// Sets of events by payload.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schemas/event.capnp.h"

namespace docket {

/// A set of events by payload, one bit each.
using PayloadSet = std::uint64_t;
inline constexpr std::size_t kMaxPayloads = 64;
inline constexpr PayloadSet kAnyPayload = ~PayloadSet{0};
constexpr PayloadSet payloadBit(schema::Event::Which which) { return PayloadSet{1} << static_cast<unsigned>(which); }
constexpr bool hasPayload(PayloadSet set, schema::Event::Which which) { return (set & payloadBit(which)) != 0; }

}  // namespace docket
