#include "tools/io/elapsed_line.h"

#include <fmt/format.h>

#include <chrono>
#include <ostream>

#include "tools/io/progress.h"

namespace docket {

ElapsedLine::ElapsedLine(Streams& streams, std::string what) : streams_(streams), what_(std::move(what)) {
  if (streams.progress) printer_ = std::thread([this] { print(); });
}

ElapsedLine::~ElapsedLine() {
  if (!printer_.joinable()) return;
  {
    const std::lock_guard lock(ending_);
    is_over_ = true;
  }
  ended_.notify_one();
  printer_.join();
}

void ElapsedLine::print() {
  ProgressLine line(streams_);
  std::unique_lock lock(ending_);
  for (unsigned seconds = 1; !ended_.wait_for(lock, std::chrono::seconds(1), [&] { return is_over_; }); ++seconds)
    line.show(fmt::format("{}, {} s", what_, seconds));
}

}  // namespace docket
