// The result of an expression, in words and as an explanation.
#pragma once

#include <string>

#include "engine/query/evaluation/evaluate.h"
#include "tools/explain/explanation.h"

namespace docket {

/// "4", "true", "absent", "unknown", "Unbowed Champion #2", "3 cards: ...".
[[nodiscard]] std::string valueWords(const expression::Value& value, const Words& words);
/// Why something is not known: "it is not known what card #57 is".
[[nodiscard]] std::string reasonWords(const expression::Reason& reason, const Words& words);
/// The tree of an answer: each part of the expression with its value and the source of that value.
[[nodiscard]] Explained explainAnswer(const expression::Expression& expression, const expression::Answer& answer,
                                      const Words& words);

/// The tree of a condition that was evaluated for an event, whose table need not be that of `words`.
[[nodiscard]] Explanation explainCondition(const expression::Expression& condition, const expression::Answer& answer,
                                           const Words& words);

}  // namespace docket
