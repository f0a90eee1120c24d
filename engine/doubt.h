// What nobody knows and the legality of an event rests on, beside what a finding says of itself: a text that nobody
// read, limits that nobody listed, a place of which nobody says that an ability works there. Where there is such a
// doubt and nothing certain against the event, whether it was legal is not known: for every command alike.
#pragma once

#include <optional>

#include "engine/expression/value.h"
#include "engine/state.h"

namespace docket {

/// The first such doubt about event `number`: text_unknown, limits_uncertain or place_uncertain, with the card; no_rule
/// where it is an act of which no rule here speaks.
/// `before` is the state before it.
[[nodiscard]] std::optional<expression::Reason> doubtOf(const State& before, const Rules& rules, EventNumber number,
                                                        schema::Event::Reader event);

}  // namespace docket
