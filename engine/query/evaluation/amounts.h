// The functions that ask for an amount: stats, values and counters, as all tell them (engine/query/stats/amounts.h),
// each with what it comes from. Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// A stat as it is now or, without what is observed, its base.
Value ofStat(const Call& call);
/// By how much a change of a stat would change it.
Value ofDelta(const Call& call);
/// A stat as it is printed on a card.
Value printedStat(const Call& call);
/// A value that the rules or the table keep of something.
Value ofValue(const Call& call);
/// How many counters of a name lie on something.
Value ofCounters(const Call& call);

}  // namespace docket::expression
