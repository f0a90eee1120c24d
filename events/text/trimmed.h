// Text without surrounding blanks.
// Invariant: it points into the original text.
#pragma once

#include <string_view>

namespace docket {

[[nodiscard]] inline bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// True if a text consists of blanks only.
[[nodiscard]] inline bool isBlank(std::string_view text) {
  for (const char c : text) {
    if (!isBlank(c)) return false;
  }
  return true;
}

/// The text without leading and trailing blanks.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace docket
