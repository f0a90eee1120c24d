// A line on a terminal that tells how far something has come.
#pragma once

#include <ostream>
#include <string_view>

#include "tools/commands/command.h"

namespace docket {

/// Shows nothing where the error stream is no terminal. It is wiped at its end, whatever ends it.
class ProgressLine {
 public:
  explicit ProgressLine(Streams& streams) : streams_(streams) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { wipe(); }

  /// In place of what stood there.
  void show(std::string_view words) {
    if (!streams_.progress) return;
    streams_.err << '\r' << words << "\x1b[K" << std::flush;
    shown_ = true;
  }
  /// Before anything else is written.
  void wipe() {
    if (shown_) streams_.err << "\r\x1b[K" << std::flush;
    shown_ = false;
  }

 private:
  Streams& streams_;
  bool shown_ = false;
};

}  // namespace docket
