// The cards that an event names, whatever its payload: moved, targeted, host, source of what begins with it.
#pragma once

#include <cstdint>
#include <vector>

#include "schemas/event.capnp.h"

namespace docket {

/// The numbers of these cards in the event's order, with repetitions. A deck and a shuffle name only the cards that
/// they list.
[[nodiscard]] std::vector<std::uint32_t> cardsNamedBy(schema::Event::Reader event);

}  // namespace docket
