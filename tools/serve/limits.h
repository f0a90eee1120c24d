// Limits on what a client of a web server may use.
#pragma once

#include <chrono>
#include <cstddef>

namespace docket::serve {

struct Limits {
  std::size_t head_bytes = 16U << 10;          ///< of a request: its line and all headers
  std::chrono::seconds head_time{10};          ///< for these, and for waiting until the next request begins
  std::chrono::seconds body_time{60};          ///< for the data of a request
  std::chrono::seconds answer_time{30};        ///< from the answer's first byte to its last
  std::chrono::seconds stalled_time{10};       ///< of a page that follows a table: without taking a byte
  std::chrono::milliseconds follow_time{250};  ///< between two checks whether a following page has something new
  std::size_t requests_of_a_connection = 1000;
  std::size_t connections = 256;               ///< for one more, the oldest one that waits for a request is closed
  std::size_t connections_of_an_address = 96;  ///< likewise, unless a proxy makes all of them
  std::size_t threads = 8;                     ///< threads that compute answers
  std::size_t followers = 100;                 ///< pages that follow a table, at most
};

}  // namespace docket::serve
