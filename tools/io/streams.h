// The streams of a command, and what may be done with them.
#pragma once

#include <iosfwd>

namespace docket {

/// Where a command reads and writes. Answers go to `out`, what is said beside them (progress, notes, errors) to `err`.
struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool colour = false;    ///< what goes to `out` is coloured: it is a terminal that shows it, or somebody asked for it
  bool progress = false;  ///< `err` is a terminal
  bool terminal = false;  ///< standard input and output are a terminal that can be drawn on; `in` and `out` are these
};

}  // namespace docket
