// Writes values in the expression language, for any game.
#pragma once

#include <string>
#include <string_view>

#include "engine/rules/expression/value.h"

namespace docket::expression {

/// A text as the language writes it: a quotation mark and a backslash are escaped by a backslash.
[[nodiscard]] std::string textInQuotes(std::string_view text);

/// The words for a value of that type: "a number", "true or false", "a set of cards".
[[nodiscard]] std::string_view typeWords(Type type);

}  // namespace docket::expression
