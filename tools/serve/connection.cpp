#include "tools/serve/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/error.hpp>
#include <cerrno>

namespace docket::serve {
Connection::~Connection() {
  Error ignored;  // the client may have left
  socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
}

bool Connection::await(short events, Clock::time_point until) {
  while (!ends_) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) return false;
    pollfd waited{.fd = socket_.native_handle(), .events = events, .revents = 0};
    const int ready = ::poll(&waited, 1, static_cast<int>(std::min(left, kPollInterval).count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

bool Connection::awaitRequest(bool begun) {
  const auto until = Clock::now() + limits_.idle_time;
  while (!begun && !await(POLLIN, Clock::now() + limits_.yield_time)) {
    if (ends_ || others_wait_() || Clock::now() >= until) return false;
  }
  request_bytes_ = 0;
  follows_ = false;
  read_until_ = Clock::now() + limits_.request_time;
  answer_until_ = Clock::now() + limits_.answer_time;
  return true;
}

std::size_t Connection::read(Parts parts, Error& error) {
  error = {};
  if (parts.empty()) return 0;
  const std::size_t most = limits_.request_bytes - request_bytes_;
  if (most == 0 || !await(POLLIN, read_until_)) {
    error = most == 0 ? boost::asio::error::message_size : boost::asio::error::timed_out;
    return 0;
  }
  const ssize_t got = ::recv(socket_.native_handle(), parts.front().iov_base, std::min(parts.front().iov_len, most), 0);
  if (got <= 0) {
    error = got == 0 ? Error(boost::asio::error::eof) : Error(errno, boost::system::system_category());
    return 0;
  }
  request_bytes_ += static_cast<std::size_t>(got);
  return static_cast<std::size_t>(got);
}

std::size_t Connection::write(Parts parts, Error& error) {
  error = {};
  if (parts.empty()) return 0;
  if (!await(POLLOUT, follows_ ? Clock::now() + limits_.stalled_time : answer_until_)) {
    error = boost::asio::error::timed_out;
    return 0;
  }
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  const ssize_t sent = ::sendmsg(socket_.native_handle(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0) {
    if (errno != EAGAIN && errno != EINTR) error = Error(errno, boost::system::system_category());
    return 0;
  }
  return static_cast<std::size_t>(sent);
}

}  // namespace docket::serve
