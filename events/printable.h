// Text of others on its way to a terminal, a page or a line of JSON. Names and notes come from other people's files,
// and may hold escape sequences, or marks that turn the direction of a line around. Invariant: here alone it is decided
// what may stand as it is; whoever writes text of others does it by this.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace docket {

/// A character of a text in UTF-8.
struct Character {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool valid = false;  ///< else it is a byte that is no UTF-8
};

/// The character that the text, which is not empty, begins with.
[[nodiscard]] Character firstCharacter(std::string_view text);

/// Whether a character would not simply be shown: control characters, marks of direction, invisible characters.
[[nodiscard]] bool isHarmful(char32_t character);

enum class LineBreaks : std::uint8_t { shown, kept };

/// The text with everything that would not simply be shown, and bytes that are no UTF-8, written as an escape ("\x1b",
/// "\u{202e}"). A text without any is given as it is.
[[nodiscard]] std::string printable(std::string_view text, LineBreaks breaks = LineBreaks::shown);

/// Adds the text as a string of JSON, with the same characters escaped as JSON has it. Bytes that are no UTF-8 become
/// U+FFFD.
void appendJsonString(std::string& json, std::string_view text);

}  // namespace docket
