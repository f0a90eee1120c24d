// The functions that ask who sees a card, who knows what it is, and what was told of it.
// Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// sees, knows, told.
Value ofSight(const Call& call);

}  // namespace docket::expression
