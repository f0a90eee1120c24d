// The screen of `docket type`: a title, the table, the lines around the cursor with their mistakes below each, the
// completions. Table and lines are side by side on a wide terminal, else the table is above.
// Invariant: a frame has at most as many rows as the terminal, each at most as wide; the line of the cursor is on it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/terminal/rows.h"
#include "tools/typing/typed_transcript.h"
#include "tools/words/text.h"

namespace docket::typing {

/// The least width at which the table is next to the lines.
inline constexpr std::size_t kWideColumns = 120;

struct ShownLine {
  std::string text;
  const ReadLine* read = nullptr;
};

struct ScreenContent {
  std::string title;
  std::vector<ShownLine> lines;  ///< around the cursor, at least as many as there are rows
  std::size_t current = 0;       ///< in lines
  std::size_t column = 0;        ///< of the cursor in it, in bytes
  std::string pane_name;         ///< empty: there is no pane
  std::function<std::vector<std::string>(std::size_t columns)> pane{};
  std::size_t pane_from = 0;  ///< the first row of it that is shown
  std::string next;           ///< the completions, or a note
  std::string keys;
  std::optional<std::string> prompt{};  ///< the question and the typed answer; the cursor follows it
};

/// Lays it out. `pane_from` is brought back to where the pane has rows.
[[nodiscard]] Frame laidOut(ScreenContent& content, Size size, bool colour);

}  // namespace docket::typing
