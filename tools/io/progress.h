// A progress line on a terminal.
#pragma once

#include <chrono>
#include <ostream>
#include <string_view>

#include "tools/io/streams.h"

namespace docket {

/// Shown after the first second, so that short work prints nothing; never shown if the error stream is not a terminal.
/// Always wiped at the end.
class ProgressLine {
 public:
  explicit ProgressLine(Streams& streams) : streams_(streams) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { wipe(); }

  /// Replaces the previous text.
  void show(std::string_view words) {
    if (!streams_.progress || Clock::now() < begun_ + std::chrono::seconds(1)) return;
    streams_.err << '\r' << words << "\x1b[K" << std::flush;
    shown_ = true;
  }
  /// Call it before any other output.
  void wipe() {
    if (shown_) streams_.err << "\r\x1b[K" << std::flush;
    shown_ = false;
  }

 private:
  using Clock = std::chrono::steady_clock;

  Streams& streams_;
  Clock::time_point begun_ = Clock::now();
  bool shown_ = false;
};

}  // namespace docket
