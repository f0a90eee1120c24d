// What the functions of the language give, the plain way.
// Invariant: a function that is not plain has the answer that there is none.
#pragma once

#include <array>
#include <cstddef>

#include "engine/query/evaluation/plain_answer.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

/// By Function.
extern const std::array<PlainAnswer, static_cast<std::size_t>(Function::deck_broke) + 1> kPlainFunctions;

}  // namespace docket::expression
