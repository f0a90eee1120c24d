#include "tools/serve/web_server.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "tools/serve/connection.h"

namespace docket::serve {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

constexpr std::string_view kHost = "127.0.0.1";

/// Threads for connections. A caller that adds one waits if too many wait already, so that further ones stay with the
/// system, which has a bound of its own. Those that still wait at the end are closed.
class BoundedThreads {
 public:
  using Serve = std::function<void(tcp::socket, BoundedThreads&)>;

  BoundedThreads(const Limits& limits, const std::atomic<bool>& ends, Serve serve)
      : most_(limits.waiting), ends_(ends), serve_(std::move(serve)) {
    for (std::size_t i = 0; i < limits.threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~BoundedThreads() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    due_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  BoundedThreads(const BoundedThreads&) = delete;
  BoundedThreads& operator=(const BoundedThreads&) = delete;

  void take(tcp::socket socket) {
    std::unique_lock lock(mutex_);
    while (waiting_.size() >= most_ && !ends_) room_.wait_for(lock, kPollInterval);
    waiting_.push_back(std::move(socket));
    due_.notify_one();
  }
  /// Whether a connection waits for a thread.
  [[nodiscard]] bool anyWaits() {
    const std::lock_guard lock(mutex_);
    return !waiting_.empty();
  }

 private:
  std::optional<tcp::socket> next() {
    std::unique_lock lock(mutex_);
    due_.wait(lock, [this] { return over_ || !waiting_.empty(); });
    if (over_) return std::nullopt;
    std::optional<tcp::socket> taken(std::move(waiting_.front()));
    waiting_.pop_front();
    room_.notify_one();
    return taken;
  }

  void work() {
    while (auto socket = next()) {
      try {
        serve_(*std::move(socket), *this);
      } catch (const std::exception&) {  // of one connection, which is closed: the others continue
      }
    }
  }

  std::size_t most_;
  const std::atomic<bool>& ends_;
  Serve serve_;
  std::mutex mutex_;  // guards waiting_ and over_
  std::condition_variable due_, room_;
  std::deque<tcp::socket> waiting_;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

Answer plain(int status, std::string words) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(words) + "\n"};
}

}  // namespace

class WebServer::Server {
 public:
  Server(std::uint16_t port, const Limits& limits, Respond respond)
      : limits_(limits), respond_(std::move(respond)), acceptor_(context_) {
    try {
      acceptor_ = tcp::acceptor(context_, tcp::endpoint(asio::ip::address_v4::loopback(), port));
      acceptor_.non_blocking(true);  // the client may have left since poll() saw it
      port_ = acceptor_.local_endpoint().port();
    } catch (const boost::system::system_error&) {
      throw EnvironmentError(fmt::format(
          "cannot listen on port {} of {}: another program may use it (--port 0 takes a free one)", port, kHost));
    }
  }

  void run() {
    BoundedThreads threads(limits_, ends_, [this](tcp::socket socket, BoundedThreads& all) {
      serve({std::move(socket), limits_, ends_, [&all] { return all.anyWaits(); }});
    });
    while (!ends_) {
      pollfd waited{.fd = acceptor_.native_handle(), .events = POLLIN, .revents = 0};
      if (::poll(&waited, 1, static_cast<int>(kPollInterval.count())) <= 0) continue;
      boost::system::error_code error;
      tcp::socket socket = acceptor_.accept(error);
      if (!error) {
        threads.take(std::move(socket));
      } else if (error != asio::error::would_block) {
        std::this_thread::sleep_for(kPollInterval);  // too many files are open: some are closed meanwhile
      }
    }
  }
  void end() { ends_ = true; }
  [[nodiscard]] bool ends() const { return ends_; }
  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  using Request = http::request<http::empty_body>;

  void serve(Connection connection) const {
    boost::beast::flat_buffer read(limits_.request_bytes);
    for (std::size_t left = limits_.requests_of_a_connection; left > 0 && connection.awaitRequest(read.size() != 0);
         --left) {
      http::request_parser<http::empty_body> parser;
      parser.header_limit(static_cast<std::uint32_t>(limits_.request_bytes));
      parser.body_limit(0);
      boost::system::error_code error;
      http::read(connection, read, parser, error);
      if (error) return refuse(connection, error);
      const bool goes_on = left > 1 && !ends_ && parser.get().keep_alive();
      if (!give(connection, answerTo(parser.get()), parser.get(), goes_on) || !goes_on) return;
    }
  }

  /// Answers a client whose request the library refuses; one that sent nothing or left gets no answer.
  void refuse(Connection& connection, const boost::system::error_code& error) const {
    const auto limit = [&](http::error one) { return error == http::make_error_code(one); };
    if (limit(http::error::end_of_stream) || limit(http::error::partial_message)) return;
    const bool is_long = error == asio::error::message_size;
    if (!is_long && error.category() != http::make_error_code(http::error::bad_method).category()) return;
    if (limit(http::error::body_limit) || limit(http::error::unexpected_body)) {
      give(connection, plain(413, "This server accepts no data: GET or HEAD only."), Request(), false);
    } else if (is_long || limit(http::error::header_limit) || limit(http::error::buffer_overflow)) {
      give(connection, plain(431, "This request is too long."), Request(), false);
    } else {
      give(connection, plain(400, "This server does not understand this request."), Request(), false);
    }
  }

  [[nodiscard]] bool isOwnHost(std::string_view host) const {
    for (const std::string_view own : {kHost, std::string_view("localhost")}) {
      if (host == fmt::format("{}:{}", own, port_) || (port_ == 80 && host == own)) return true;
    }
    return false;
  }

  /// A path without what a browser may send after it.
  static std::string_view pathOf(const Request& request) {
    const std::string_view target(request.target().data(), request.target().size());
    return target.substr(0, std::min(target.find_first_of("?#"), target.size()));
  }

  [[nodiscard]] Answer answerTo(const Request& request) const {
    const auto host = request[http::field::host];
    if (request.count(http::field::host) != 1 || !isOwnHost({host.data(), host.size()}))
      return plain(421, fmt::format("This server answers for {}:{} and localhost:{} only.", kHost, port_, port_));
    if (request.method() != http::verb::get && request.method() != http::verb::head)
      return plain(405, "This server only serves pages: GET or HEAD.");
    try {
      return respond_(pathOf(request));
    } catch (const std::exception&) {  // the error may name hidden data; the operator runs docket check
      return plain(500, "This page cannot be made: docket check and docket verify say whether the archive is damaged.");
    }
  }

  /// Whether all of it was taken, and another answer can be sent after it.
  bool give(Connection& connection, Answer answer, const Request& request, bool goes_on) const {
    http::response_header<> header;
    header.result(static_cast<unsigned>(answer.status));
    header.version(request.version());
    header.set(http::field::content_type, answer.type);
    header.set(http::field::cache_control, "no-store");
    header.set("X-Content-Type-Options", "nosniff");
    header.set(http::field::x_frame_options, "DENY");
    header.set("Cross-Origin-Resource-Policy", "same-origin");
    header.set("Referrer-Policy", "no-referrer");
    if (answer.status == 405) header.set(http::field::allow, "GET, HEAD");
    const bool has_end = !answer.follow || request.version() >= 11;  // else it ends with the connection
    boost::system::error_code error;
    if (request.method() == http::verb::head) {
      http::response<http::empty_body> response(std::move(header));
      if (!answer.follow) response.content_length(answer.body.size());
      response.keep_alive(goes_on);
      http::response_serializer<http::empty_body> serializer(response);
      http::write_header(connection, serializer, error);
    } else if (answer.follow) {
      error = follow(connection, answer, std::move(header), goes_on && has_end);
    } else {
      http::response<http::string_body> response(std::move(header), std::move(answer.body));
      response.prepare_payload();
      response.keep_alive(goes_on);
      http::write(connection, response, error);
    }
    return !error && has_end;
  }

  /// Sends piece after piece until there is no more: in chunks, which an older form of HTTP does not know.
  boost::system::error_code follow(Connection& connection, const Answer& answer, http::response_header<> header,
                                   bool goes_on) const {
    http::response<http::empty_body> response(std::move(header));
    const bool is_chunked = response.version() >= 11;
    response.chunked(is_chunked);
    response.keep_alive(goes_on);
    http::response_serializer<http::empty_body> serializer(response);
    boost::system::error_code error;
    http::write_header(connection, serializer, error);
    connection.followOn();
    while (!error && !ends_) {
      const std::string piece = answer.follow();
      if (piece.empty()) break;
      if (is_chunked) {
        asio::write(connection, http::make_chunk(asio::buffer(piece)), error);
      } else {
        asio::write(connection, asio::buffer(piece), error);
      }
    }
    if (!error && is_chunked) asio::write(connection, http::make_chunk_last(), error);
    return error;
  }

  Limits limits_;
  Respond respond_;
  asio::io_context context_;  // what the sockets want; nothing runs in it
  tcp::acceptor acceptor_;
  std::uint16_t port_ = 0;
  std::atomic<bool> ends_ = false;
};

WebServer::WebServer(std::uint16_t port, const Limits& limits, Respond respond)
    : server_(std::make_unique<Server>(port, limits, std::move(respond))) {}
WebServer::~WebServer() = default;

std::uint16_t WebServer::port() const { return server_->port(); }
std::string WebServer::address() const { return fmt::format("http://{}:{}/", kHost, port()); }
void WebServer::run() { server_->run(); }
void WebServer::stop() { server_->end(); }
bool WebServer::ends() const { return server_->ends(); }

}  // namespace docket::serve
