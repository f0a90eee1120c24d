// Whether the engine may rely on an expression's value: a judgement is no more certain than the values that it rests
// on.
// Invariant: a value that is unknown, unverified or observed to differ is never certain.
#pragma once

#include <range/v3/algorithm/all_of.hpp>

#include "engine/rules/expression/value.h"

namespace docket::expression {

/// True if a value is known for certain.
[[nodiscard]] inline bool isCertain(const Value& value) { return !value.isUnknown() && value.grade == Grade::exact; }

/// True if only unread texts can change a value, if anything: the caller reports that doubt separately.
[[nodiscard]] inline bool isCertainExceptForTexts(const Value& value) {
  return isCertain(value) || (!value.isUnknown() && ranges::all_of(value.reasons(), [](const Reason& reason) {
           return reason.kind == Reason::Kind::text_unknown;
         }));
}

}  // namespace docket::expression
