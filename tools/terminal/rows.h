// Rows of text for a terminal of a given size: lines cut and broken to fit, nothing of which can move the cursor. Pure:
// terminal.h puts a frame on the real one.
// Invariant: the only escape sequences in a row are those of styled(), and each row ends with plain text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

struct Size {
  std::size_t rows = 24, columns = 80;
  friend bool operator==(const Size&, const Size&) = default;
};

/// The content of a terminal: at most as many rows as it has, each at most as wide.
struct Frame {
  struct Place {
    std::size_t row = 0, column = 0;  ///< from 0
  };
  std::vector<std::string> rows;
  std::optional<Place> cursor{};  ///< none: it is hidden
};

/// A character as it is on the terminal.
struct Cell {
  std::string text;
  std::size_t columns = 1;
  std::string style;  ///< the escape sequence in effect; empty: plain
};

/// The characters of a line, with control characters made visible.
[[nodiscard]] std::vector<Cell> cellsOf(std::string_view line);

/// A line broken between words to the width, at least one row. Later rows are indented two columns more than its text,
/// which begins after an event's number if it has one.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view line, std::size_t columns);
/// Each line of a text, wrapped.
[[nodiscard]] std::vector<std::string> wrappedText(std::string_view text, std::size_t columns);
/// A line cut to the width, with an ellipsis if something is missing.
[[nodiscard]] std::string cut(std::string_view line, std::size_t columns);
/// A row of box-drawing lines that begins with a text: "── transcript ────".
[[nodiscard]] std::string ruleRow(std::string_view text, std::size_t columns);
/// The end of a line that is wider than the width: of what is being typed.
[[nodiscard]] std::string tail(std::string_view line, std::size_t columns);

}  // namespace docket
