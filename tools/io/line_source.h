// Reads lines from a stream that other programs write to, and knows whether the next line is available without waiting.
#pragma once

#include <istream>
#include <string>

namespace docket {

class LineSource {
 public:
  static constexpr std::size_t kMaxBytes = 16U << 20;

  explicit LineSource(std::istream& in) : in_(in) {}

  /// True if next() would give a line, or the end, without waiting for more input.
  [[nodiscard]] bool isReady();
  /// The next line without its end; false at the end of the input. A line that is longer than kMaxBytes comes empty
  /// and with isOverlong() true. A last line without an end is a line.
  bool next(std::string& line);
  [[nodiscard]] bool isOverlong() const { return overlong_; }
  /// The number of the line that next() gave, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  /// Reads the available input; waits for input if `wait` says so. False if there was none.
  bool fill(bool wait);
  bool take(std::string& line);

  std::istream& in_;
  std::string bytes_;
  std::size_t from_ = 0;     // the first byte that was not given
  std::size_t scanned_ = 0;  // up to which there is no line end
  std::size_t number_ = 0;
  bool ended_ = false;
  bool skipping_ = false;  // within a line that is too long
  bool overlong_ = false;
};

}  // namespace docket
