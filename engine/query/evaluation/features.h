// Functions about a card's features: its keywords and how they compare, its types and their consequences, the parts of
// its text box. Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// Keywords, characteristics and parts of the text.
Value evaluateFeature(const Call& call);
/// Whether an entity has the keyword, type, subtype or supertype that the second argument names.
Value characteristic(const Call& call, Entity subject);

}  // namespace docket::expression
