// Stat changes without a stated duration: a "+" line that ends after the change. They last as long as their subject
// stays where it is, and the user is notified.
// Invariant: a change with a stated duration, or of anything but a stat, is never among them.
#pragma once

#include <string>
#include <vector>

#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket::notation {

/// Those that begin with an event, in words, each with how long it is taken to last:
/// `"set Force 0" says no duration, and is taken to last as long as the card stays where it is`.
[[nodiscard]] std::vector<std::string> unsaidDurations(schema::Event::Reader event, const Names& names);

}  // namespace docket::notation
