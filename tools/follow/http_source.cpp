#include "tools/follow/http_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

#include "events/errors.h"
#include "events/text/letters.h"
#include "events/text/quoted.h"
#include "tools/io/owned_folder.h"

namespace docket::follow {
namespace {

namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kIdle{30};   // without a byte
constexpr std::chrono::minutes kWhole{10};  // a file, from the request to its last byte
constexpr std::uint32_t kMaxHeaderBytes = 16U << 10;

/// Thrown when a connection ends or does not answer.
struct ConnectionLost {
  std::string why;
};

struct Address {
  std::string host, port, path;  // the path ends with "/"
};

bool isPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

Address addressOf(const std::string& text) {
  constexpr std::string_view kScheme = "http://";
  std::string_view rest = std::string_view(text).substr(kScheme.size());
  const auto refuse = [&] {
    throw BadInput(fmt::format("{}: expected an address as http://host:8000/folder", docket::quoted(text)));
  };
  if (!isPlain(rest) || rest.find_first_of("?#@\\") != std::string_view::npos) refuse();
  const auto slash = std::min(rest.find('/'), rest.size());
  std::string_view host = rest.substr(0, slash);
  Address address{.host = {}, .port = "80", .path = std::string(rest.substr(slash))};
  if (!address.path.ends_with('/')) address.path += '/';
  const auto bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) refuse();
  if (const auto colon = host.find(':', bracket); colon != std::string_view::npos) {
    address.port = host.substr(colon + 1);
    host = host.substr(0, colon);
  }
  address.host = host.starts_with('[') ? host.substr(1, bracket - 1) : host;
  if (address.host.empty() || address.port.size() > 5 || !areDigits(address.port)) refuse();
  return address;
}

/// A connection whose every wait ends.
class HttpConnection {
 public:
  /// Throws ConnectionLost.
  explicit HttpConnection(const Address& address) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (const int error = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &wanted, &found); error != 0)
      throw ConnectionLost{::gai_strerror(error)};
    std::string why = "no address";
    for (const addrinfo* one = found; one != nullptr && !socket_.isOpen(); one = one->ai_next) why = connect(*one);
    ::freeaddrinfo(found);
    if (!socket_.isOpen()) throw ConnectionLost{why};
  }

  void send(std::string_view bytes) {
    const auto until = Clock::now() + kIdle;
    while (!bytes.empty()) {
      await(POLLOUT, until);
      const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno != EAGAIN && errno != EINTR) throw ConnectionLost{std::generic_category().message(errno)};
      if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  /// Adds what has come to `bytes`; false at the end.
  bool receive(std::string& bytes, Clock::time_point until) {
    for (;;) {
      await(POLLIN, std::min(until, Clock::now() + kIdle));
      const ssize_t got = ::recv(socket_.get(), piece_.data(), piece_.size(), 0);
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (got < 0) throw ConnectionLost{std::generic_category().message(errno)};
      bytes.append(piece_.data(), static_cast<std::size_t>(got));
      return got != 0;
    }
  }

 private:
  /// Why it cannot be connected; empty if it can.
  std::string connect(const addrinfo& to) {
    Descriptor socket(::socket(to.ai_family, to.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, to.ai_protocol));
    if (!socket.isOpen()) return std::generic_category().message(errno);
    if (::connect(socket.get(), to.ai_addr, to.ai_addrlen) != 0 && errno != EINPROGRESS)
      return std::generic_category().message(errno);
    socket_ = std::move(socket);
    try {
      await(POLLOUT, Clock::now() + kIdle);
    } catch (const ConnectionLost& lost) {
      socket_ = Descriptor();
      return lost.why;
    }
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0) return {};
    socket_ = Descriptor();
    return std::generic_category().message(error);
  }

  void await(short events, Clock::time_point until) const {
    for (;;) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      if (left <= 0) throw ConnectionLost{"it does not answer in time"};
      pollfd waited{.fd = socket_.get(), .events = events, .revents = 0};
      const int ready = ::poll(&waited, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
      if (ready > 0) return;
      if (ready < 0 && errno != EINTR) throw ConnectionLost{std::generic_category().message(errno)};
    }
  }

  Descriptor socket_;
  std::array<char, 1U << 16> piece_{};
};

class HttpSource : public Source {
 public:
  explicit HttpSource(const std::string& text) : address_(addressOf(text)) {}

  [[nodiscard]] std::string nameOf(const std::string& path) const override {
    const bool is_v6 = address_.host.find(':') != std::string::npos;
    return fmt::format("http://{}:{}{}{}", is_v6 ? "[" + address_.host + "]" : address_.host, address_.port,
                       address_.path, path);
  }

  std::optional<std::string> find(const std::string& path, std::size_t most) override {
    // A server may close a connection that it kept: then the request is sent once more over a new one.
    for (bool is_kept = connection_ != nullptr;; is_kept = false) {
      try {
        if (connection_ == nullptr) connection_ = std::make_unique<HttpConnection>(address_);
        return ask(path, most);
      } catch (const ConnectionLost& lost) {
        connection_.reset();
        if (!is_kept) throw EnvironmentError(fmt::format("{}: {}", nameOf(path), lost.why));
      }
    }
  }

 private:
  std::optional<std::string> ask(const std::string& path, std::size_t most) {
    connection_->send(fmt::format("GET {}{} HTTP/1.1\r\nHost: {}:{}\r\nAccept-Encoding: identity\r\n\r\n",
                                  address_.path, path, address_.host, address_.port));
    http::response_parser<http::string_body> parser;
    parser.body_limit(most);
    parser.header_limit(kMaxHeaderBytes);
    const auto until = Clock::now() + kWhole;
    std::string bytes;
    for (bool needs_more = true; !parser.is_done();) {
      boost::system::error_code error;
      if (needs_more && !connection_->receive(bytes, until)) {
        parser.put_eof(error);
        if (error) throw ConnectionLost{"the connection ended too early"};
        break;
      }
      bytes.erase(0, parser.put(boost::asio::buffer(bytes), error));
      needs_more = error == http::error::need_more || bytes.empty();
      if (error && error != http::error::need_more) refuse(path, most, error);
      // Before the header is known the parser stops behind it: going on at once, it would forget that a body is too
      // long.
      if (parser.is_header_done()) parser.eager(true);
    }
    if (!bytes.empty() || !parser.keep_alive()) connection_.reset();
    return answered(path, parser.release());
  }

  [[noreturn]] void refuse(const std::string& path, std::size_t most, const boost::system::error_code& error) {
    connection_.reset();
    if (error == http::error::body_limit)
      throw BadInput(fmt::format("{}: the server sends more than {} bytes", nameOf(path), most));
    throw BadInput(fmt::format("{}: the server does not answer in HTTP: {}", nameOf(path), error.message()));
  }

  std::optional<std::string> answered(const std::string& path, http::response<http::string_body> answer) const {
    const unsigned status = answer.result_int();
    if (status == 200) return std::move(answer.body());
    if (status == 404 || status == 410) return std::nullopt;
    if (status >= 300 && status < 400)
      throw BadInput(fmt::format("{}: the server names another address: follow that one", nameOf(path)));
    throw EnvironmentError(fmt::format("{}: the server answers with status {}", nameOf(path), status));
  }

  const Address address_;
  std::unique_ptr<HttpConnection> connection_;  // the open connection; null: none
};

}  // namespace

std::unique_ptr<Source> httpSource(const std::string& address) { return std::make_unique<HttpSource>(address); }

}  // namespace docket::follow
