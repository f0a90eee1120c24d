// Changes of stats of which nobody said how long they last: a "+" line that ends behind what it changes. They are taken
// to last as long as their subject stays where it is, and whoever typed them is told so.
// Invariant: what says its duration, or is no change of a stat, is none of them.
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
