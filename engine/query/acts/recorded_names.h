// The names in a record that a ruleset lists in full: zones, the kinds of periods and their names, stats that change,
// the values of players, and how cards are turned. A record with another one could not be folded, or would mean nothing
// by it.
// Its place: before a record is folded, so that all of them are told and not the first alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ruleset.h"
#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

/// What is wrong with the names of an event, each with the nearest that the ruleset has; none where nothing is. `names`
/// are those of the whole game.
[[nodiscard]] std::vector<std::string> unknownNames(const Ruleset& ruleset, const Names& names,
                                                    schema::Event::Reader event);

/// That the ruleset has no zone, no kind of period, no stat of that name, with the nearest that it has.
[[nodiscard]] std::string noSuchZone(const Ruleset& ruleset, std::string_view name);
[[nodiscard]] std::string noSuchPeriod(const Ruleset& ruleset, std::string_view kind);
[[nodiscard]] std::string noSuchStat(const Ruleset& ruleset, std::string_view name);

}  // namespace docket
