// The functions that need the record or the use records: whether an event was legal and what it broke, a question asked
// at another point of the game, the counters of limits.
// Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// What is asked of an event by its number: legal, broke, actor, change, before, after.
Value ofEvent(const Call& call);
/// What something was like when it ceased to exist.
Value lastKnown(const Call& call);
/// How often something was used, and how often it may be.
Value ofLimit(const Call& call);

}  // namespace docket::expression
