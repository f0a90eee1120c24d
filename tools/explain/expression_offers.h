// What may come next in an expression that a person is typing: functions, names of the ruleset in quotes, cards,
// players, operators.
// Invariant: the same beginning gets the same offers on the same table; nothing is evaluated, and a beginning that
// makes no sense gets few offers, never an error.
#pragma once

#include <string_view>

#include "tools/notation/completing.h"

namespace docket {

/// At most notation::kMaxOffers; each replaces the unfinished word.
[[nodiscard]] notation::Offers expressionOffers(std::string_view begun, const notation::EventTable& table);

}  // namespace docket
