// The streams of a command and their properties.
#pragma once

#include <iosfwd>

namespace docket {

/// The streams that a command reads and writes. Answers go to `out`; progress, notes and errors go to `err`.
struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool colour = false;    ///< colour `out`: it is a terminal that supports colour, or colour was requested
  bool progress = false;  ///< `err` is a terminal
  bool terminal = false;  ///< standard input and output are a terminal that can be drawn on; `in` and `out` are these
};

}  // namespace docket
