// What the operators of the language give, the plain way.
// Invariant: an operator that is not plain has the answer that there is none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/query/evaluation/plain_answer.h"

namespace docket::expression {

/// By Operator; a call is answered by its function.
extern const std::array<PlainAnswer, static_cast<std::size_t>(Operator::call)> kPlainOperators;

/// Whether two numbers compare so, by an operator that compares.
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
