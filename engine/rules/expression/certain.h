// Whether the engine may rest on what an expression gave: a judgement is no more certain than what it rests on.
// Invariant: what is unknown, unverified or observed otherwise is never taken for certain.
#pragma once

#include <range/v3/algorithm/all_of.hpp>

#include "engine/rules/expression/value.h"

namespace docket::expression {

/// Whether it is known, and for certain.
[[nodiscard]] inline bool isCertain(const Value& value) { return !value.isUnknown() && value.grade == Grade::exact; }

/// The same, what texts that nobody read may change left aside: whoever tells the result says so of it anyway.
[[nodiscard]] inline bool isCertainButForTexts(const Value& value) {
  return isCertain(value) || (!value.isUnknown() && ranges::all_of(value.reasons, [](const Reason& reason) {
           return reason.kind == Reason::Kind::text_unknown;
         }));
}

}  // namespace docket::expression
