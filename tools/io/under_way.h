// A progress line on a terminal for work of unknown size: names the work and the time that it has taken.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "tools/io/streams.h"

namespace docket {

/// Shown from the first second on; empty if the error stream is no terminal. Nothing else may be written to that stream
/// until this is gone, and the line with it.
class UnderWay {
 public:
  UnderWay(Streams& streams, std::string what);
  ~UnderWay();
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;

 private:
  void print();

  Streams& streams_;
  std::string what_;
  std::mutex ending_;  // guards is_over_
  std::condition_variable told_;
  bool is_over_ = false;
  std::thread printer_;
};

}  // namespace docket
