// The answer of a case, as text and as a value: `4`, `"hand"`, `#2`, `{#1 #2}`, `7 unverified: observed 20`.
// Invariant: two answers have the same text only if they are equal; a text that is not an answer is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/rules/expression/value.h"
#include "events/json/line_words.h"

namespace docket::cases {

struct WrittenAnswer {
  std::string text;                      ///< as docs/expressions.md writes it, a set in the order of its numbers
  std::optional<expression::Type> type;  ///< empty for an absent or unknown answer, which fits a question of any type
};

/// Reads an answer. Throws BadInput, with its place in the line, if no question can have it.
WrittenAnswer readAnswer(const notation::Line& line, notation::Word word);

/// True if a question of that type can have this answer.
bool canAnswer(const WrittenAnswer& answer, expression::Type question);

/// True if an answer is certain: it is known, and nothing unknown affects it.
bool isDecided(std::string_view answer);

}  // namespace docket::cases
