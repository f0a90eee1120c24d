// The functions of the language, each answered by the family that it belongs to. A new one gets its case in
// families.cpp. Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// What a call gives.
Value callFunction(const Call& call);

}  // namespace docket::expression
