#include "tools/serve/web_server.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <list>
#include <range/v3/algorithm/find_if.hpp>

#include "events/errors.h"
#include "tools/serve/connection.h"

namespace docket::serve {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::string_view kHost = "127.0.0.1";
/// After an accept failed because too many files are open.
constexpr std::chrono::milliseconds kPause{100};

}  // namespace

HttpResponse plainAnswer(int status, std::string_view said) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = fmt::format("{}\n", said)};
}

std::string typeOfFile(std::string_view path) {
  if (path.ends_with(".css")) return "text/css; charset=utf-8";
  if (path.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (path.ends_with(".json")) return "application/json";
  return "text/html; charset=utf-8";
}

Admission pagesOnly(const Request& head) {
  if (head.isForPage()) return {};
  HttpResponse refusal = plainAnswer(405, "This server only serves pages: GET or HEAD.");
  refusal.fields.emplace_back("Allow", "GET, HEAD");
  return {.refusal = std::move(refusal)};
}

class WebServer::Server {
 public:
  Server(std::uint16_t port, const Limits& limits, Respond respond, Admit admit)
      : limits_(limits),
        respond_(std::move(respond)),
        admit_([this, admit = std::move(admit)](const Request& head) {
          if (isOwnHost(head.field("host"))) return admit(head);
          return Admission{
              .refusal = plainAnswer(
                  421, fmt::format("This server answers for {}:{} and localhost:{} only.", kHost, port_, port_))};
        }),
        threads_(limits.threads),
        acceptor_(network_),
        pause_(network_) {
    boost::system::error_code error;
    const tcp::endpoint here(asio::ip::make_address_v4(std::string(kHost)), port);
    acceptor_.open(here.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(here, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (error) {
      throw EnvironmentError(fmt::format("{}:{} cannot be listened on: {}; choose another port with --port", kHost,
                                         port, error.message()));
    }
    port_ = acceptor_.local_endpoint().port();
  }

  void run() {
    accept();
    network_.run();
    threads_.join();
  }
  void end() {
    asio::post(network_, [this] {
      boost::system::error_code ignored;
      ends_ = true;
      acceptor_.close(ignored);
      pause_.cancel();
      const auto connections = connections_;  // each leaves the list when it is closed
      for (const auto& connection : connections) connection->close();
    });
  }
  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  void accept() {
    acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (ends_) return;
      if (error) {
        pause_.expires_after(kPause);
        pause_.async_wait([this](const boost::system::error_code& ended) {
          if (!ended) accept();
        });
        return;
      }
      add(std::move(socket));
      accept();
    });
  }

  void add(tcp::socket socket) {
    if (connections_.size() >= limits_.connections) {
      const auto idle = ranges::find_if(connections_, [](const auto& one) { return one->waits(); });
      if (idle == connections_.end()) return;  // all are being answered: the client tries again
      const auto oldest = *idle;
      oldest->close();
    }
    connections_.push_back(
        std::make_shared<Connection>(std::move(socket), Connection::Host{.limits = limits_,
                                                                         .admit = admit_,
                                                                         .respond = respond_,
                                                                         .threads = threads_,
                                                                         .closed = [this](Connection& closed) {
                                                                           connections_.remove_if([&](const auto& one) {
                                                                             return one.get() == &closed;
                                                                           });
                                                                         }}));
    connections_.back()->start();
  }

  [[nodiscard]] bool isOwnHost(std::string_view host) const {
    for (const std::string_view own : {kHost, std::string_view("localhost")}) {
      if (host == fmt::format("{}:{}", own, port_) || (port_ == 80 && host == own)) return true;
    }
    return false;
  }

  Limits limits_;
  Respond respond_;
  Admit admit_;
  asio::io_context network_{1};  // run by one thread
  asio::thread_pool threads_;    // make answers
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  std::list<std::shared_ptr<Connection>> connections_;  // the oldest first
  std::uint16_t port_ = 0;
  bool ends_ = false;
};

WebServer::WebServer(std::uint16_t port, const Limits& limits, Respond respond, Admit admit)
    : server_(std::make_unique<Server>(port, limits, std::move(respond), std::move(admit))) {}
WebServer::~WebServer() = default;

std::uint16_t WebServer::port() const { return server_->port(); }
std::string WebServer::address() const { return fmt::format("http://{}:{}/", kHost, port()); }
void WebServer::run() { server_->run(); }
void WebServer::stop() { server_->end(); }

}  // namespace docket::serve
