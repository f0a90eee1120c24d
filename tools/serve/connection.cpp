#include "tools/serve/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace docket::serve {
namespace {

/// How often a wait looks whether the server ends.
constexpr std::chrono::milliseconds kLook{100};
constexpr const char* kOwnAddress = "127.0.0.1";  // the only one that is listened on

}  // namespace

bool Connection::await(short events, Clock::time_point until) const {
  while (!ends_) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) return false;
    pollfd waited{.fd = socket_, .events = events, .revents = 0};
    const int ready = ::poll(&waited, 1, static_cast<int>(std::min(left, kLook).count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

bool Connection::awaitRequest() {
  if (!await(POLLIN, Clock::now() + limits_.idle_time)) return false;
  char byte = 0;
  if (::recv(socket_, &byte, 1, MSG_PEEK) <= 0) return false;  // it was closed
  request_bytes_ = 0;
  follows_ = false;
  read_until_ = Clock::now() + limits_.request_time;
  answer_until_ = Clock::now() + limits_.answer_time;
  return true;
}

bool Connection::is_readable() const { return await(POLLIN, read_until_); }

bool Connection::is_writable() const {
  return await(POLLOUT, follows_ ? Clock::now() + limits_.stalled_time : answer_until_);
}

ssize_t Connection::read(char* bytes, std::size_t size) {
  size = std::min(size, limits_.request_bytes - request_bytes_);
  if (size == 0 || !is_readable()) return -1;
  const ssize_t got = ::recv(socket_, bytes, size, 0);
  if (got > 0) request_bytes_ += static_cast<std::size_t>(got);
  return got;
}

ssize_t Connection::write(const char* bytes, std::size_t size) {
  if (!is_writable()) return -1;
  return ::send(socket_, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const { get_local_ip_and_port(ip, port); }

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip = kOwnAddress;
  port = 0;
}

}  // namespace docket::serve
