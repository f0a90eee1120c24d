// Limits on what a client of `docket serve` may use.
#pragma once

#include <chrono>
#include <cstddef>

namespace docket::serve {

/// How often a wait looks whether the server ends.
inline constexpr std::chrono::milliseconds kPollInterval{100};

struct Limits {
  std::size_t request_bytes = 16U << 10;     ///< the line, all headers; no request has more
  std::chrono::seconds request_time{5};      ///< from its first byte to its last
  std::chrono::seconds idle_time{5};         ///< before the next request of the connection begins
  std::chrono::milliseconds yield_time{25};  ///< the same where other connections wait for a thread
  std::chrono::seconds answer_time{30};      ///< from the request to the last byte of the answer
  std::chrono::seconds stalled_time{10};     ///< of a page that follows a table: without taking a byte
  std::size_t requests_of_a_connection = 100;
  std::size_t threads = 24;    ///< answer at the same time; further connections wait for one
  std::size_t waiting = 64;    ///< connections that were taken and wait; further ones wait with the system
  std::size_t followers = 12;  ///< pages that follow a table, at most
};

}  // namespace docket::serve
