#include "store/platform/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace docket {
namespace {

/// State shared by the threads: the next number, how many are done, the first error.
class Queue {
 public:
  Queue(std::size_t count, const std::function<void(std::size_t)>& work) : count_(count), work_(work) {}

  /// Works on the next number. Returns whether there was one.
  bool step() {
    const std::size_t number = next_.fetch_add(1);
    if (number >= count_) return false;
    try {
      work_(number);
    } catch (...) {
      const std::lock_guard lock(failing_);
      failures_.emplace(number, std::current_exception());
      stop();
    }
    done_.fetch_add(1);
    return true;
  }

  /// Starts no further number.
  void stop() { next_ = count_; }

  [[nodiscard]] std::size_t done() const { return done_; }

  void throwFirst() const {
    if (!failures_.empty()) std::rethrow_exception(failures_.begin()->second);
  }

 private:
  const std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_{0}, done_{0};
  std::mutex failing_;
  std::map<std::size_t, std::exception_ptr> failures_;
};

}  // namespace

std::uint32_t threadsOfMachine() { return std::max(1U, std::thread::hardware_concurrency()); }

void inParallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                const std::function<void(std::size_t)>& done) {
  Queue queue(count, work);
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(threads, count); ++i) {
    others.emplace_back([&] {
      while (queue.step()) {
      }
    });
  }
  try {
    while (queue.step()) {
      if (done) done(queue.done());
    }
  } catch (...) {
    queue.stop();  // the other threads must end before the data that they use
    throw;
  }
  others.clear();
  queue.throwFirst();
}

}  // namespace docket
