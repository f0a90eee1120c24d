// Removes the marks from a text box: returns the text without them, and for each byte how it is printed.
// Internal to the reading of text boxes.
// Invariant: `text`, `marks` and `from` have the same length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/text/letters.h"
#include "events/text/trimmed.h"

namespace docket {

/// A part of a text, in bytes: [begin, end).
struct TextRange {
  std::size_t begin = 0, end = 0;
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

struct MarkedText {
  enum Mark : std::uint8_t { bold = 1, italic = 2, in_quotes = 4, reminder = 8 };

  std::string text;
  std::vector<std::uint8_t> marks;  ///< of each byte, of Mark
  std::vector<std::uint32_t> from;  ///< of each byte, where it is in the text with its marks

  [[nodiscard]] std::size_t size() const { return text.size(); }
  [[nodiscard]] bool is(std::size_t at, Mark mark) const { return (marks[at] & mark) != 0; }
  /// The part [begin, end).
  [[nodiscard]] MarkedText part(std::size_t begin, std::size_t end) const;
  /// All but the bytes that have a mark.
  [[nodiscard]] MarkedText without(Mark mark) const;
  /// The place of a part, without surrounding blanks, in the text with its marks; empty if the part is empty.
  [[nodiscard]] TextRange rangeOf(TextRange part) const;
};

/// Reads the marks. A mark that is not closed applies to the end.
[[nodiscard]] MarkedText readMarks(std::string_view text);

/// The longest parts whose bytes all have the mark. Blanks between two of them belong to both.
[[nodiscard]] std::vector<TextRange> partsMarked(const MarkedText& text, MarkedText::Mark mark);

/// The lines, without their ends.
[[nodiscard]] std::vector<TextRange> linesOf(std::string_view text);

[[nodiscard]] inline bool isWordByte(char c) {
  return isLetter(c) || isDigit(c) || c == '\'' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}
/// The text on one line: each run of blanks becomes one, and blanks at the ends are removed.
[[nodiscard]] std::string inOneLine(std::string_view text);

}  // namespace docket
