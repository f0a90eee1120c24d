// The screen of `docket step`: a title, the event, a body that scrolls, the bottom line.
// Invariant: a frame has at most as many rows as the terminal, each at most as wide.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/terminal/rows.h"

namespace docket::step {

/// The content of the screen, before it is laid out for a size.
struct ScreenContent {
  std::string title;
  std::vector<std::string> event;  ///< rows: what happened at this point
  std::string name;                ///< of the body
  std::vector<std::string> body;   ///< rows
  std::size_t from = 0;            ///< the first row of the body that is shown
  std::string bottom;              ///< hints, a note, or what is being typed
  bool typing = false;
};

/// The number of rows for the body.
[[nodiscard]] std::size_t bodyRows(const ScreenContent& content, Size size);
/// Lays a sheet out; its rows are as wide as wrapped() and cut() made them for this size.
[[nodiscard]] Frame laidOut(const ScreenContent& content, Size size, bool colour);

}  // namespace docket::step
