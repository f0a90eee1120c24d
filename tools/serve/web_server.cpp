#include "tools/serve/web_server.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <list>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "tools/serve/connection.h"

namespace docket::serve {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::string_view kHost = "127.0.0.1";
constexpr std::uint16_t kHttpPort = 80, kHttpsPort = 443;
/// After an accept failed because too many files are open.
constexpr std::chrono::milliseconds kPause{100};
constexpr std::size_t kMaxAddressBytes = 64;

asio::ip::address addressOf(const std::string& text, std::string_view option) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(text, error);
  if (error) throw BadInput(fmt::format("{} {}: this is not a network address", option, docket::quoted(text)));
  return address;
}

/// An address in comparable form: an IPv4 client of a dual-stack socket appears as ::ffff:10.0.0.5.
std::string plain(const asio::ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
  return address.to_string();
}

/// The last of a list such as "10.0.0.7, 10.0.0.9": the one that the nearest proxy wrote.
std::string_view lastOf(std::string_view list) {
  const auto comma = list.rfind(',');
  if (comma != std::string_view::npos) list.remove_prefix(comma + 1);
  list.remove_prefix(std::min(list.size(), list.find_first_not_of(' ')));
  return list;
}

std::unique_ptr<asio::ssl::context> tlsOf(const Listening& listening) {
  if (listening.certificate.empty()) return nullptr;
  auto tls = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
  tls->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                   asio::ssl::context::no_tlsv1_1 | asio::ssl::context::no_compression);
  boost::system::error_code error;
  tls->use_certificate_chain_file(listening.certificate.string(), error);
  if (error)
    throw BadInput(
        fmt::format("--certificate {}: {}", docket::quoted(listening.certificate.string()), error.message()));
  tls->use_private_key_file(listening.key.string(), asio::ssl::context::pem, error);
  if (error) throw BadInput(fmt::format("--key {}: {}", docket::quoted(listening.key.string()), error.message()));
  return tls;
}

}  // namespace

HttpResponse plainAnswer(int status, std::string_view line) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = fmt::format("{}\n", line)};
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
  Server(Listening listening, const Limits& limits, Respond respond, Admit admit)
      : listening_(std::move(listening)),
        limits_(limits),
        respond_(std::move(respond)),
        admit_([this, admit = std::move(admit)](Request& head) { return admitted(head, admit); }),
        threads_(limits.threads),
        tls_(tlsOf(listening_)),
        acceptor_(network_),
        pause_(network_) {
    if (!listening_.proxy.empty()) listening_.proxy = plain(addressOf(listening_.proxy, "--behind-proxy"));
    boost::system::error_code error;
    const tcp::endpoint here(addressOf(listening_.address, "--listen"), listening_.port);
    acceptor_.open(here.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(here, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (error) {
      throw EnvironmentError(fmt::format("{}:{} cannot be listened on: {}; choose another port with --port",
                                         listening_.address, listening_.port, error.message()));
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
  [[nodiscard]] std::string address() const {
    if (!listening_.isPublic()) return fmt::format("http://{}:{}/", kHost, port_);
    return fmt::format("https://{}/", ownHosts().front());
  }

 private:
  /// The names as browsers send them: the default port is omitted.
  [[nodiscard]] std::vector<std::string> ownHosts() const {
    const auto hosts = [](std::string_view name, std::uint16_t port, std::uint16_t usual) {
      std::vector<std::string> all{port == usual ? std::string(name) : fmt::format("{}:{}", name, port)};
      if (port == usual) all.push_back(fmt::format("{}:{}", name, port));
      return all;
    };
    if (listening_.isPublic()) {
      const std::uint16_t behind = listening_.public_port == 0 ? kHttpsPort : listening_.public_port;
      return hosts(listening_.name, listening_.proxy.empty() ? port_ : behind, kHttpsPort);
    }
    auto all = hosts(kHost, port_, kHttpPort);
    for (std::string& one : hosts("localhost", port_, kHttpPort)) all.push_back(std::move(one));
    return all;
  }

  Admission admitted(Request& head, const Admit& admit) const {
    std::string_view host = head.field("host");
    if (!listening_.proxy.empty()) {
      if (head.client != listening_.proxy)
        return {.refusal = plainAnswer(403, "This server is reached by its proxy only.")};
      if (lastOf(head.field("x-forwarded-proto")) != "https")
        return {.refusal = plainAnswer(403, "The proxy must say X-Forwarded-Proto: https.")};
      if (const auto forwarded = head.field("x-forwarded-host"); !forwarded.empty()) host = lastOf(forwarded);
      const auto client = lastOf(head.field("x-forwarded-for"));
      if (client.empty() || client.size() > kMaxAddressBytes)
        return {.refusal = plainAnswer(403, "The proxy must name the client in X-Forwarded-For.")};
      head.client = client;
    }
    const auto hosts = ownHosts();
    if (ranges::find(hosts, host) == hosts.end())
      return {.refusal = plainAnswer(421, fmt::format("This server answers for {} only.", fmt::join(hosts, ", ")))};
    head.origin = fmt::format("{}://{}", listening_.isPublic() ? "https" : "http", host);
    return admit(head);
  }

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
    boost::system::error_code left;
    const auto from = socket.remote_endpoint(left);
    if (left) return;
    const std::string client = plain(from.address());
    if (listening_.proxy.empty() && !makeRoomFor(client)) return;
    connections_.push_back(
        std::make_shared<Connection>(std::move(socket), Connection::Host{.limits = limits_,
                                                                         .client = client,
                                                                         .tls = tls_.get(),
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

  /// If the client has as many connections as it may have, closes its oldest waiting one. False if none of them waits.
  bool makeRoomFor(const std::string& client) {
    const auto is_of = [&](const auto& one) { return one->client() == client; };
    if (static_cast<std::size_t>(ranges::count_if(connections_, is_of)) < limits_.connections_of_an_address)
      return true;
    const auto idle = ranges::find_if(connections_, [&](const auto& one) { return is_of(one) && one->waits(); });
    if (idle == connections_.end()) return false;
    const auto oldest = *idle;
    oldest->close();
    return true;
  }

  Listening listening_;
  Limits limits_;
  Respond respond_;
  Connection::Admit admit_;
  asio::io_context network_{1};  // run by one thread
  asio::thread_pool threads_;    // make answers
  std::unique_ptr<asio::ssl::context> tls_;
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  std::list<std::shared_ptr<Connection>> connections_;  // the oldest first
  std::uint16_t port_ = 0;
  bool ends_ = false;
};

WebServer::WebServer(const Listening& listening, const Limits& limits, Respond respond, Admit admit)
    : server_(std::make_unique<Server>(listening, limits, std::move(respond), std::move(admit))) {}
WebServer::~WebServer() = default;

std::uint16_t WebServer::port() const { return server_->port(); }
std::string WebServer::address() const { return server_->address(); }
void WebServer::run() { server_->run(); }
void WebServer::stop() { server_->end(); }

}  // namespace docket::serve
