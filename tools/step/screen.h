// What stands on a terminal of a given size: rows of text cut and broken to fit, nothing of which can move the cursor.
// Pure: terminal.h puts a frame on the real one.
// Invariant: a frame has at most as many rows as the terminal, each at most as wide; the only escape sequences in it
// are those of styled(), and each row ends with plain text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docket::step {

struct Size {
  std::size_t rows = 24, columns = 80;
  friend bool operator==(const Size&, const Size&) = default;
};

struct Frame {
  std::vector<std::string> rows;
  std::optional<std::size_t> cursor{};  ///< the column of the cursor in the last row, from 0; none: it is hidden
};

/// A line broken between words to the width, its later rows set in two columns more than its text, which begins behind
/// the number of an event where it has one; at least one row.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view line, std::size_t columns);
/// The same of each line of a text.
[[nodiscard]] std::vector<std::string> wrappedText(std::string_view text, std::size_t columns);
/// A line cut to the width, with an ellipsis where something is missing.
[[nodiscard]] std::string cut(std::string_view line, std::size_t columns);
/// The end of a line that is wider than the width: of what is being typed.
[[nodiscard]] std::string tail(std::string_view line, std::size_t columns);

/// What is to be shown, before it is known on how much room.
struct ScreenContent {
  std::string title;
  std::vector<std::string> event;  ///< rows: what happened at this point
  std::string name;                ///< of what the body is
  std::vector<std::string> body;   ///< rows
  std::size_t from = 0;            ///< the first row of the body that is shown
  std::string bottom;              ///< hints, a note, or what is being typed
  bool typing = false;
};

/// How many rows there are for the body.
[[nodiscard]] std::size_t bodyRows(const ScreenContent& content, Size size);
/// Lays a sheet out; its rows are as wide as wrapped() and cut() made them for this size.
[[nodiscard]] Frame laidOut(const ScreenContent& content, Size size, bool colour);

}  // namespace docket::step
