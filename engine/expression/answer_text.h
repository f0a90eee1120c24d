// Answers of the expression language as docs/expressions.md and the conformance cases write them:
// `3`, `"hand"`, `#2`, `{#1 #2}`, `absent`, `2 diverged: observed 7 at 20`, `unknown: stale 20 since 21`.
#pragma once

#include <string>
#include <string_view>

#include "engine/expression/value.h"
#include "engine/state.h"

namespace docket::expression {

/// A text as the language writes it: a quotation mark and a backslash stand behind a backslash.
[[nodiscard]] std::string textInQuotes(std::string_view text);

/// What a value of that type is called: "a number", "true or false", "a set of cards".
[[nodiscard]] std::string_view typeWords(Type type);

/// An entity of a state as the language names it: "#12", "P1", "place 3", "unit 2", "game".
[[nodiscard]] std::string entityText(const State& state, Entity subject);

/// An answer about the cards of a state, numbered as they are in it.
[[nodiscard]] std::string answerText(const State& state, const Value& value);

}  // namespace docket::expression
