// Functions about turns, phases and other periods, and functions on any number or value: the smaller and the larger of
// two, whether a value is present, and whether it is known. Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// Whether a period is going on, the number of periods, and a period's name and player.
Value evaluatePeriod(const Call& call);
/// min, max.
Value extreme(const Call& call);
/// absent, known.
Value evaluatePresence(const Call& call);

}  // namespace docket::expression
