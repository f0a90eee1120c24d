// A connection of a browser, with limits: how much a request may hold, how long it may take to come, how long whoever
// asked may take to read the answer. Invariant: nobody holds a thread longer than the limits say, but for a page that
// follows a table; those are counted (live_pages.h).
#pragma once

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>

#include "tools/serve/limits.h"

namespace docket::serve {

class Connection : public httplib::Stream {
 public:
  /// `ends`: set once the server ends, which ends every wait.
  Connection(socket_t socket, const Limits& limits, const std::atomic<bool>& ends)
      : socket_(socket), limits_(limits), ends_(ends) {}

  /// Waits for the next request to begin; false where none does.
  [[nodiscard]] bool awaitRequest();
  /// What follows is sent for as long as whoever reads it takes it.
  void followOn() { follows_ = true; }

  [[nodiscard]] bool is_readable() const override;
  [[nodiscard]] bool is_writable() const override;
  ssize_t read(char* bytes, std::size_t size) override;
  ssize_t write(const char* bytes, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] bool await(short events, Clock::time_point until) const;

  socket_t socket_;
  const Limits& limits_;
  const std::atomic<bool>& ends_;
  Clock::time_point read_until_{}, answer_until_{};
  std::size_t request_bytes_ = 0;
  bool follows_ = false;
};

}  // namespace docket::serve
