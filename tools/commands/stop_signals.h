// The signals that stop a command which runs until it is stopped.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <chrono>

namespace docket {

/// Keeps SIGINT and SIGTERM from all threads that begin meanwhile, so that one thread can look for them.
class StopSignals {
 public:
  StopSignals() {
    ::sigemptyset(&stops_);
    ::sigaddset(&stops_, SIGINT);
    ::sigaddset(&stops_, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &stops_, &before_);
  }
  ~StopSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Waits for less than a second; gives whether one came.
  [[nodiscard]] bool receivedWithin(std::chrono::milliseconds wait) const {
    const timespec moment{.tv_sec = 0, .tv_nsec = std::chrono::nanoseconds(wait).count()};
    return ::sigtimedwait(&stops_, nullptr, &moment) >= 0;
  }

 private:
  sigset_t stops_{}, before_{};
};

}  // namespace docket
