// The functions that ask for cards in zones, filtered: count, any, cards, sum, and has (one card, filtered).
// Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// count, any, cards, sum.
Value selection(const Call& call);
/// Whether the card of the call passes all filters from `first_filter` on.
Value filtered(const Call& call, NodeIndex first_filter);

}  // namespace docket::expression
