// Both ways of evaluating an expression, for tests that ask one: the plain way gives what the whole way does.
#pragma once

#include <string>

#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"

namespace docket::test {

/// What an expression comes to, as text; where the ways differ both, so that no test can take it for either.
inline std::string answeredBothWays(const expression::Expression& asked, const expression::Point& point) {
  const std::string whole = expression::answerText(point.state, expression::evaluate(asked, point).value);
  const std::string plain = expression::answerText(point.state, expression::valueAt(asked, point));
  return whole == plain ? whole : whole + " (the plain way: " + plain + ")";
}

}  // namespace docket::test
