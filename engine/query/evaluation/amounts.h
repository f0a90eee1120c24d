// The functions that return an amount: stats, values and counters, read as in engine/query/stats/amounts.h, with their
// sources. Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// A stat's current value or, ignoring observations, its base.
Value evaluateStat(const Call& call);
/// The size by which a change of a stat would change it.
Value evaluateDelta(const Call& call);
/// A stat as printed on a card, or whether a type or subtype is.
Value evaluatePrinted(const Call& call);
/// A value of an entity, from the rules or the table.
Value evaluateValue(const Call& call);
/// The number of counters of a kind on an entity.
Value evaluateCounters(const Call& call);

}  // namespace docket::expression
