// The shape of a derivation: the steps that lead to an answer, their clauses, and which step rests on which.
// It omits cards, players, names and amounts, so that two disputes about the same question have the same shape.
// Invariant: a shape depends on the record, the rules and the question alone. Equal shapes have equal texts.
#pragma once

#include <string>
#include <vector>

#include "engine/query/evaluation/evaluate.h"
#include "engine/rules/expression/expression.h"

namespace docket::case_law {

/// The steps of a derivation, in the order of their texts, each once: "minimum [l5r.calc.clamp]", and for a step that
/// rests on another "stat > minimum [l5r.calc.clamp]".
using Steps = std::vector<std::string>;

/// The steps by which a question is answered. If it asks about the legality of events, the rules that apply to these
/// and what they count are steps too. A negation in a claim, or a comparison with a literal, is not a step: it only
/// states an answer. `point.record` must not be null.
[[nodiscard]] Steps stepsOf(const expression::Expression& question, const expression::Point& point);

/// The clauses that steps cite, each once.
[[nodiscard]] std::vector<std::string> clausesOf(const Steps& steps);

}  // namespace docket::case_law
