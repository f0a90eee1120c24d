// The cards that an event names, whatever its payload: moved, targeted, host, source of what begins with it.
#pragma once

#include <cstdint>
#include <vector>

#include "schemas/event.capnp.h"

namespace docket {

/// Their numbers, in the order in which the event names them; a card that it names twice is there twice. A deck and
/// a shuffle name only the cards that they list.
[[nodiscard]] std::vector<std::uint32_t> cardsNamedBy(schema::Event::Reader event);

}  // namespace docket
