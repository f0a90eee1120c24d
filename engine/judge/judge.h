// The judge: the rules that an event breaks, as a pure function of the state before it. A finding cites a clause
// and the events that it rests on. The reducer asks the same predicate where the ruleset holds illegal acts void.
#pragma once

#include <memory>
#include <vector>

#include "engine/query/event_at_hand.h"
#include "engine/query/finding.h"

namespace docket {

/// What the table and the rules have against an event, in order of precedence: what is impossible (table_sense.h),
/// requirements, then limits as the ruleset lists them. Empty for a legal event and for one that is not an act. Of an
/// event whose card is not there nothing else is asked.
std::vector<Finding> judge(const EventAtHand& at);

/// The same but for what shows only when the event has been folded, for whoever folds it next and then asks for that
/// with cyclesBegun(): so it is folded once, and no state is copied.
std::vector<Finding> judgeUnfolded(const EventAtHand& at);
/// What holds the cycles that there are in a state; null where there are none.
std::shared_ptr<const ComputedEntries> cyclesIn(const State& state);
/// What shows when event `number` has been folded: the cycles that began with it. `before`: cyclesIn() the state
/// before.
std::vector<Finding> cyclesBegun(const std::shared_ptr<const ComputedEntries>& before, const State& after,
                                 const Rules& rules, EventNumber number);

/// The same of an event that is supposed: nobody has to say what it was caused by.
std::vector<Finding> judgeHypothetical(const EventAtHand& at);

/// Whether judge() would find something certain against an act; without the evidence, and without memory from the heap.
/// The state knows what the event says of names and cards.
bool isIllegal(const EventAtHand& at);

}  // namespace docket
