// Functions that need the record or the use records: whether an event was legal and what it broke, a question at
// another point of the game, the counts of limits. Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// Functions about an event by its number: legal, broke, actor, change, before, after.
Value evaluateEvent(const Call& call);
/// The last known state of a card that ceased to exist.
Value lastKnown(const Call& call);
/// The number of uses, and their limit.
Value evaluateLimit(const Call& call);

}  // namespace docket::expression
