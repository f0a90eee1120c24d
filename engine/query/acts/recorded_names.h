// Checks the names in a record that a ruleset lists in full: zones, the kinds and names of periods, stats that change,
// players' values, and orientations of cards. The `names` annotations in schemas/event.capnp say which fields have
// them. A record with any other name could not be folded, or the name would have no effect. The check runs before a
// record is folded, so that it reports all such names rather than the first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ruleset.h"
#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The invalid names of an event, each with the nearest name in the ruleset; empty if all are valid. `names`: the names
/// of the whole game.
[[nodiscard]] std::vector<std::string> unknownNames(const Ruleset& ruleset, const Names& names,
                                                    schema::Event::Reader event);

/// The message that the ruleset has no zone, kind of period or stat of that name, with the nearest one that it has.
[[nodiscard]] std::string noSuchZone(const Ruleset& ruleset, std::string_view name);
[[nodiscard]] std::string noSuchPeriod(const Ruleset& ruleset, std::string_view kind);
[[nodiscard]] std::string noSuchStat(const Ruleset& ruleset, std::string_view name);

}  // namespace docket
