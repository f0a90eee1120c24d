// What the operators of the language give, the plain way.
// Invariant: an operator that is not plain has the answer that there is none.
#pragma once

#include <array>
#include <cstddef>

#include "engine/query/evaluation/plain_answer.h"

namespace docket::expression {

/// By Operator; a call is answered by its function.
extern const std::array<PlainAnswer, static_cast<std::size_t>(Operator::call)> kPlainOperators;

}  // namespace docket::expression
