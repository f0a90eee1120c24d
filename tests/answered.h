// The answer to an expression; tests that use it also require the same answer with an explanation.
#pragma once

#include <string>

#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"

namespace docket::test {

/// The answer as text; if an explanation changes it, both answers, so that no test passes.
inline std::string answered(const expression::Expression& asked, const expression::Point& point) {
  const std::string explained = expression::answerText(point.state, expression::evaluate(asked, point).value);
  const std::string alone = expression::answerText(point.state, expression::valueAt(asked, point));
  return explained == alone ? alone : alone + " (with an explanation: " + explained + ")";
}

}  // namespace docket::test
