// Dispatches the functions of the language to their families. Only a new family needs a case in families.cpp. Internal
// to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// The result of a call.
Value callFunction(const Call& call);

}  // namespace docket::expression
