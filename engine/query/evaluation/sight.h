// Functions about who sees a card, who knows its identity, and statements about it. Internal to
// engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// sees, knows, told.
Value evaluateSight(const Call& call);

}  // namespace docket::expression
