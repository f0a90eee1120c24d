// A browser's connection, encrypted or not: reads one request after the other and sends the answers. All of it runs on
// the server's one network thread, except the making of an answer.
// Invariant: it holds one request and one answer at most; each step ends within its limit of time.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tools/serve/web_server.h"

namespace docket::serve {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  /// Decides on the head of a request, and notes in it who asks and where.
  using Admit = std::function<Admission(Request& head)>;
  /// The parts of its server that it uses, which outlive it.
  struct Host {
    const Limits& limits;
    std::string client{};               ///< the address at its other end
    boost::asio::ssl::context* tls{};   ///< null: not encrypted
    const Admit& admit;                 ///< called on the network thread
    const WebServer::Respond& respond;  ///< called on a thread of `threads`
    boost::asio::thread_pool& threads;
    std::function<void(Connection&)> closed{};
  };

  Connection(boost::asio::ip::tcp::socket socket, const Host& host);

  void start();
  /// True while no request of it has been read; such a connection can be closed without harm.
  [[nodiscard]] bool waits() const { return waits_; }
  [[nodiscard]] const std::string& client() const { return host_.client; }
  void close();

 private:
  using Error = boost::system::error_code;
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

  /// Does something with the stream that requests come by.
  template <class Act>
  void onStream(Act&& act) {
    tls_ ? act(*tls_) : act(stream_);
  }

  void readHead();
  void headRead(const Error& error);
  void readBody(std::size_t most);
  void respond();
  void refuse(const Error& error);
  void send(HttpResponse answer, bool goes_on);
  void sent(const Error& error, bool goes_on);
  void follow();
  void sendPiece(std::optional<std::string> piece);
  void drain(std::size_t bytes_left);

  Host host_;
  boost::beast::tcp_stream stream_;
  std::optional<boost::asio::ssl::stream<boost::beast::tcp_stream&>> tls_{};
  boost::asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_{};
  Request request_{};
  std::size_t requests_left_;
  bool waits_ = true, closed_ = false;
  std::optional<boost::beast::http::response<boost::beast::http::string_body>> response_{};
  std::optional<boost::beast::http::response<boost::beast::http::empty_body>> head_{};
  std::optional<boost::beast::http::response_serializer<boost::beast::http::empty_body>> serializer_{};
  std::shared_ptr<HttpResponse> followed_{};
  std::string piece_{};
};

}  // namespace docket::serve
