// The functions that ask for cards in zones, filtered: count, any, cards, sum, and has (one card, filtered).
// Internal to engine/query/evaluation.
#pragma once

#include "engine/query/evaluation/call.h"

namespace docket::expression {

/// count, any, cards, sum.
[[nodiscard]] Value selection(const Call& call);
/// Whether the card of the call passes all filters from `first_filter` on.
[[nodiscard]] Value filtered(const Call& call, NodeIndex first_filter);

/// Adds the cards of a call of `cards` to an empty list; true if it is certain that these are all.
[[nodiscard]] bool addSelected(const Call& call, SelectedCards& into);

}  // namespace docket::expression
