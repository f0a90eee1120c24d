// Prepares foreign text for a terminal, a page or a line of JSON. Names and notes come from other people's files and
// may hold escape sequences, or marks that reverse the direction of a line.
// Invariant: only this code decides which characters are written unchanged; all output of foreign text uses it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace docket {

/// A character of a text in UTF-8.
struct Character {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool valid = false;  ///< false: a byte that is not valid UTF-8
};

/// The first character of a non-empty text.
[[nodiscard]] Character firstCharacter(std::string_view text);

/// True for a character that can affect a terminal or mislead: control characters, marks of direction, invisible
/// characters.
[[nodiscard]] bool isHarmful(char32_t character);

enum class LineBreaks : std::uint8_t { shown, kept };

/// The text with harmful characters and bytes that are not valid UTF-8 written as escapes ("\x1b", "\u{202e}"). A text
/// without any is returned unchanged.
[[nodiscard]] std::string printable(std::string_view text, LineBreaks breaks = LineBreaks::shown);

/// Appends the text as a JSON string, with the same characters escaped in JSON's way. Bytes that are not valid UTF-8
/// become U+FFFD.
void appendJsonString(std::string& json, std::string_view text);

}  // namespace docket
