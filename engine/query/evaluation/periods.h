// The functions that ask of turns, phases and other periods, and those that take any number or value: the smaller and
// the larger of two, whether there is a value and whether it is known.
// Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// Whether a period is going on, how many there were, how it is called and whose it is.
Value ofPeriod(const Call& call);
/// min, max.
Value extreme(const Call& call);
/// absent, known.
Value ofPresence(const Call& call);

}  // namespace docket::expression
