// The operators of the language in the fast evaluation.
// Invariant: an operator that is not plain always reports no plain value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/query/evaluation/plain_answer.h"

namespace docket::expression {

/// Indexed by Operator; calls are dispatched by function.
extern const std::array<PlainAnswer, static_cast<std::size_t>(Operator::call)> kPlainOperators;

/// The result of comparing two numbers with a comparison operator.
[[nodiscard]] constexpr bool compares(Operator op, std::int64_t left, std::int64_t right) {
  switch (op) {
    case Operator::equal:
      return left == right;
    case Operator::unequal:
      return left != right;
    case Operator::less:
      return left < right;
    case Operator::at_most:
      return left <= right;
    case Operator::more:
      return left > right;
    default:
      return left >= right;
  }
}

}  // namespace docket::expression
