// Refuses typed events that are possible but hardly meant: a slot that is taken, a life far below 0, an unknown way to
// play. Braces confirm that it is meant. Internal to the reading of events.
// Invariant: only typed events are checked; a record is accepted as it is.
#pragma once

#include "events/names.h"
#include "tools/notation/implied.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// Throws a Mistake with suggestions if the line hardly means this event. `names`: of the event.
void requirePlausible(const Cursor& line, schema::Event::Reader event, const KnownTexts& texts, const Rules& rules,
                      const Names& names);

}  // namespace docket::notation
