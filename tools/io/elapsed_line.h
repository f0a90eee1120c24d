// A progress line on a terminal for work of unknown size: names the work and the time that it has taken.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "tools/io/streams.h"

namespace docket {

/// Shown after the first second, if the error stream is a terminal. Nothing else may be written to that stream while
/// this exists.
class ElapsedLine {
 public:
  ElapsedLine(Streams& streams, std::string what);
  ~ElapsedLine();
  ElapsedLine(const ElapsedLine&) = delete;
  ElapsedLine& operator=(const ElapsedLine&) = delete;

 private:
  void print();

  Streams& streams_;
  std::string what_;
  std::mutex ending_;  // guards is_over_
  std::condition_variable ended_;
  bool is_over_ = false;
  std::thread printer_;
};

}  // namespace docket
