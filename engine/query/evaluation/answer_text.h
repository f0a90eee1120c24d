// Answers of the expression language as docs/expressions.md and the conformance cases write them:
// `3`, `"hand"`, `#2`, `{#1 #2}`, `absent`, `2 diverged: observed 7 at 20`, `unknown: observed at 20 but may have
// changed at 21`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/rules/expression/value.h"
#include "engine/state/state.h"

namespace docket::expression {

/// An entity of a state as the language names it: "#12", "P1", "place 3", "unit 2", "game".
[[nodiscard]] std::string entityText(const State& state, Entity subject);

/// An answer about the cards of a state, numbered as they are in it.
[[nodiscard]] std::string answerText(const State& state, const Value& value);

/// The value that a recorder's words give for an expression of a type: a number, "true", a text, "absent" or "none".
/// Empty if the words do not give it, as for cards and players, which can be written in several ways.
[[nodiscard]] std::optional<Value> valueSaid(Type type, std::string_view words);

}  // namespace docket::expression
