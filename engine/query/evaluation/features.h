// The functions that ask what a card is: its keywords and how they compare, its types and what follows from them, the
// parts of its text box.
// Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// What its keywords, its characteristics and the parts of its text are.
Value ofFeature(const Call& call);
/// Whether something has the keyword, type, subtype or supertype that the second argument names.
Value characteristic(const Call& call, Entity subject);

}  // namespace docket::expression
