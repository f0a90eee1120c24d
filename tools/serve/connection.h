// A browser connection with limits: the size of a request, the time to receive it, and the time that the client may
// take to read the answer. A stream that Boost.Beast reads requests from and writes answers to.
// Invariant: no connection holds a thread longer than the limits allow, except for a page that follows a table; those
// are counted (live_pages.h).
#pragma once

#include <sys/uio.h>

#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/container/static_vector.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

#include "tools/serve/limits.h"

namespace docket::serve {

class Connection {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Error = boost::system::error_code;

  /// `ends`: set once the server ends, which ends every wait. `others_wait`: whether other connections wait for a
  /// thread.
  Connection(Socket socket, const Limits& limits, const std::atomic<bool>& ends, std::function<bool()> others_wait)
      : socket_(std::move(socket)), limits_(limits), ends_(ends), others_wait_(std::move(others_wait)) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Waits for the next request to begin; false if none does, or others wait meanwhile. `begun`: some of it was read
  /// with the one before.
  [[nodiscard]] bool awaitRequest(bool begun);
  /// The rest is sent for as long as the client keeps reading.
  void followOn() { follows_ = true; }

  // A stream, as the libraries want it: SyncReadStream and SyncWriteStream of Boost.Asio, which give these names.
  // NOLINTBEGIN(readability-identifier-naming)
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers, Error& error) {
    return read(partsOf(buffers), error);
  }
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers) {
    return orThrow([&](Error& error) { return read_some(buffers, error); });
  }
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers, Error& error) {
    return write(partsOf(buffers), error);
  }
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers) {
    return orThrow([&](Error& error) { return write_some(buffers, error); });
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  using Clock = std::chrono::steady_clock;
  using Parts = boost::container::static_vector<iovec, 16>;

  /// The buffers, as the system wants them; what has more parts is read or written again for the rest.
  template <class Buffers>
  static Parts partsOf(const Buffers& buffers) {
    Parts parts;
    for (const auto buffer : boost::beast::buffers_range_ref(buffers)) {
      if (parts.size() == parts.capacity()) break;
      if (buffer.size() != 0) parts.push_back({const_cast<void*>(buffer.data()), buffer.size()});  // written from only
    }
    return parts;
  }
  template <class Do>
  static std::size_t orThrow(Do&& act) {
    Error error;
    const std::size_t bytes = act(error);
    if (error) throw boost::system::system_error(error);
    return bytes;
  }

  std::size_t read(Parts parts, Error& error);
  std::size_t write(Parts parts, Error& error);
  [[nodiscard]] bool await(short events, Clock::time_point until);

  Socket socket_;
  const Limits& limits_;
  const std::atomic<bool>& ends_;
  const std::function<bool()> others_wait_;
  Clock::time_point read_until_{}, answer_until_{};
  std::size_t request_bytes_ = 0;
  bool follows_ = false;
};

}  // namespace docket::serve
