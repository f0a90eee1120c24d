// The names in a record that a ruleset lists in full: the names of its periods and the values of its players. A record
// with another one would be folded, and mean nothing by it.
#pragma once

#include <string>

#include "engine/rules/ruleset.h"
#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

/// What is wrong with the names of an event, with the nearest that the ruleset has; empty where nothing is. `names` are
/// those of the whole game.
[[nodiscard]] std::string unknownName(const Ruleset& ruleset, const Names& names, schema::Event::Reader event);

}  // namespace docket
