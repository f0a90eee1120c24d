// Letters and digits of ASCII, whatever the locale. Other bytes are none of them and stay as they are.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace docket {

[[nodiscard]] constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool isSmallLetter(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool isCapital(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool isLetter(char c) { return isSmallLetter(c) || isCapital(c); }

/// True if a text consists of digits, one at least.
[[nodiscard]] inline bool areDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

[[nodiscard]] constexpr char toSmall(char c) { return isCapital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
[[nodiscard]] constexpr char toCapital(char c) { return isSmallLetter(c) ? static_cast<char>(c - 'a' + 'A') : c; }

/// The text in small letters.
[[nodiscard]] inline std::string asciiLower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = toSmall(c);
  return small;
}
/// The text in capital letters.
[[nodiscard]] inline std::string asciiUpper(std::string_view text) {
  std::string capital(text);
  for (char& c : capital) c = toCapital(c);
  return capital;
}

/// A camel-case name of the schema in small letters, split into words: "periodName" is "period name".
[[nodiscard]] inline std::string splitCamelCase(std::string_view name, char between) {
  std::string words;
  for (const char c : name) {
    if (isCapital(c) && !words.empty()) words += between;
    words += toSmall(c);
  }
  return words;
}

}  // namespace docket
