// The functions of the language in the fast evaluation.
// Invariant: a function that is not plain always reports no plain value.
#pragma once

#include <array>
#include <cstddef>

#include "engine/query/evaluation/plain_answer.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

/// Indexed by Function.
extern const std::array<PlainAnswer, static_cast<std::size_t>(Function::deck_broke) + 1> kPlainFunctions;

}  // namespace docket::expression
