// Lines of prose within the width of a page: broken between words, the later ones further in.
// Invariant: no line is wider than the page, unless a single word is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace docket {

inline constexpr std::size_t kPageColumns = 80;

/// Lines that are filled with words: the first begins with `first`, each further one with `later`.
class LineFiller {
 public:
  LineFiller(std::string first, std::string later);

  /// Adds a text that is not broken, on a new line if it does not fit.
  void add(std::string_view piece);
  /// Aligns a text at the right end of the line, or of the next one if it does not fit.
  void addRight(std::string_view text);
  /// The lines, with a line break at their end.
  [[nodiscard]] std::string ended() && { return std::move(text_) + '\n'; }

 private:
  void breakLine();

  std::string later_, text_;
  std::size_t columns_;  // the width of the last line
  bool begun_ = false;
};

/// A paragraph: the text after `indent` blanks, its later lines after `hanging` blanks. Ends with a line break. Escape
/// sequences of styled() take no columns.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent, std::size_t hanging);

/// A paragraph of items that are not broken unless they are wider than a line, separated by `separator` and a blank.
[[nodiscard]] std::string itemised(const std::vector<std::string>& items, std::string_view separator,
                                   std::size_t indent, std::size_t hanging);

/// A line that begins with `left` and ends with a right-aligned text, which gets its own line if both do not fit.
[[nodiscard]] std::string flushRight(std::string_view left, std::string_view right, std::size_t hanging);

/// A row of a table, whose cells are separated by at least two blanks, with a line break at its end. If the terminal is
/// too narrow for it (rowColumns()), it goes on below its second cell, broken between cells, and within a cell between
/// words if that is too wide by itself or the last.
[[nodiscard]] std::string tableRow(std::string_view row);

/// The width of a text in columns, escape sequences of styled() left out.
[[nodiscard]] std::size_t shownColumns(std::string_view text);

}  // namespace docket
