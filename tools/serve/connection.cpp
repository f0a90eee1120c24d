#include "tools/serve/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <cctype>
#include <limits>
#include <utility>

namespace docket::serve {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

/// The bytes that are read of a refused request, so that its client sees the answer before the connection is closed.
constexpr std::size_t kDrainedBytes = 1U << 20;
constexpr std::chrono::seconds kDrainTime{2};

Request requestOf(const http::request<http::string_body>& head) {
  const std::string_view target(head.target().data(), head.target().size());
  const auto method = head.method_string();
  Request request{.method = {method.data(), method.size()},
                  .path = std::string(target.substr(0, target.find_first_of("?#"))),
                  .fields = {}};
  for (const auto& field : head) {
    std::string name(field.name_string().data(), field.name_string().size());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    std::string& value = request.fields[name];
    if (!value.empty()) value += ", ";
    value.append(field.value().data(), field.value().size());
  }
  return request;
}

http::response_header<> headOf(const HttpResponse& answer, unsigned version) {
  http::response_header<> header;
  header.result(static_cast<unsigned>(answer.status));
  header.version(version);
  header.set(http::field::content_type, answer.type);
  header.set(http::field::cache_control, "no-store");
  header.set("X-Content-Type-Options", "nosniff");
  header.set(http::field::x_frame_options, "DENY");
  header.set("Cross-Origin-Resource-Policy", "same-origin");
  header.set("Cross-Origin-Opener-Policy", "same-origin");
  header.set("Referrer-Policy", "no-referrer");
  for (const auto& [name, value] : answer.fields) header.insert(name, value);
  return header;
}

HttpResponse refusalOf(const boost::system::error_code& error) {
  const auto is_error = [&](http::error one) { return error == http::make_error_code(one); };
  if (is_error(http::error::body_limit) || is_error(http::error::unexpected_body))
    return plainAnswer(413, "This request brings more data than this server accepts.");
  if (is_error(http::error::header_limit) || is_error(http::error::buffer_overflow))
    return plainAnswer(431, "This request is too long.");
  return plainAnswer(400, "This server does not understand this request.");
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, const Host& host)
    : host_(host),
      stream_(std::move(socket)),
      timer_(stream_.get_executor()),
      buffer_(host.limits.head_bytes),
      requests_left_(host.limits.requests_of_a_connection) {
  if (host.tls != nullptr) tls_.emplace(stream_, *host.tls);
}

void Connection::start() {
  if (!tls_) return readHead();
  stream_.expires_after(host_.limits.head_time);
  tls_->async_handshake(asio::ssl::stream_base::server, [self = shared_from_this()](const Error& error) {
    if (self->closed_) return;
    error ? self->close() : self->readHead();
  });
}

void Connection::close() {
  if (std::exchange(closed_, true)) return;
  Error ignored;  // the client may have left
  timer_.cancel();
  stream_.cancel();
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.socket().close(ignored);
  host_.closed(*this);
}

void Connection::readHead() {
  waits_ = true;
  request_ = {};
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(host_.limits.head_bytes));
  parser_->body_limit(std::numeric_limits<std::uint64_t>::max());  // what it may be is decided by the head
  stream_.expires_after(host_.limits.head_time);
  onStream([&](auto& stream) {
    http::async_read_header(stream, buffer_, *parser_,
                            [self = shared_from_this()](const Error& error, std::size_t) { self->headRead(error); });
  });
}

void Connection::headRead(const Error& error) {
  if (closed_) return;
  if (error) return refuse(error);
  waits_ = false;
  request_ = requestOf(parser_->get());
  request_.client = host_.client;
  Admission admission = host_.admit(request_);
  const auto length = parser_->content_length();
  const bool is_empty = !parser_->chunked() && length.value_or(0) == 0;
  if (admission.refusal) return send(*std::move(admission.refusal), is_empty);
  if (length.value_or(0) > admission.body_bytes || (parser_->chunked() && admission.body_bytes == 0))
    return send(refusalOf(http::make_error_code(http::error::body_limit)), false);
  readBody(admission.body_bytes);
}

void Connection::readBody(std::size_t most) {
  parser_->body_limit(most);
  stream_.expires_after(host_.limits.body_time);
  onStream([&](auto& stream) {
    http::async_read(stream, buffer_, *parser_, [self = shared_from_this()](const Error& error, std::size_t) {
      if (self->closed_) return;
      if (error) return self->refuse(error);
      self->request_.body = std::move(self->parser_->get().body());
      self->respond();
    });
  });
}

void Connection::respond() {
  stream_.expires_never();
  asio::post(host_.threads, [self = shared_from_this()] {
    std::optional<HttpResponse> answer;
    try {
      answer = self->host_.respond(self->request_);
    } catch (const std::exception&) {  // the error may name hidden data; the operator runs docket check
      answer = plainAnswer(
          500, "This page cannot be made: docket check and docket verify say whether the archive is damaged.");
    }
    asio::post(self->stream_.get_executor(), [self, answer = *std::move(answer)]() mutable {
      self->request_.body = {};
      self->send(std::move(answer), true);
    });
  });
}

/// Answers a client whose request the library refuses; one that sent nothing or left gets no answer.
void Connection::refuse(const Error& error) {
  const bool is_malformed = error.category() == http::make_error_code(http::error::bad_method).category();
  if (!is_malformed || error == http::make_error_code(http::error::end_of_stream) ||
      error == http::make_error_code(http::error::partial_message))
    return close();
  waits_ = false;
  send(refusalOf(error), false);
}

void Connection::send(HttpResponse answer, bool goes_on) {
  if (closed_) return;
  const auto& request = parser_->get();
  goes_on = goes_on && --requests_left_ > 0 && request.keep_alive();
  const unsigned version = request.version() == 10 ? 10 : 11;
  auto header = headOf(answer, version);
  stream_.expires_after(host_.limits.answer_time);
  if (answer.follow || request_.method == "HEAD") {
    head_.emplace(std::move(header));
    if (answer.follow) {
      head_->chunked(version >= 11);  // for an older client the answer ends with the connection
      goes_on = goes_on && version >= 11;
    } else {
      head_->content_length(answer.body.size());
    }
    head_->keep_alive(goes_on);
    serializer_.emplace(*head_);
    const bool follows = answer.follow && request_.method != "HEAD";
    followed_ = follows ? std::make_shared<HttpResponse>(std::move(answer)) : nullptr;
    return onStream([&](auto& stream) {
      http::async_write_header(stream, *serializer_,
                               [self = shared_from_this(), goes_on](const Error& error, std::size_t) {
                                 if (!error && self->followed_ != nullptr) return self->follow();
                                 self->sent(error, goes_on);
                               });
    });
  }
  response_.emplace(std::move(header), std::move(answer.body));
  response_->prepare_payload();
  response_->keep_alive(goes_on);
  onStream([&](auto& stream) {
    http::async_write(stream, *response_, [self = shared_from_this(), goes_on](const Error& error, std::size_t) {
      self->sent(error, goes_on);
    });
  });
}

void Connection::sent(const Error& error, bool goes_on) {
  if (closed_) return;
  response_.reset();
  if (error) return close();
  if (goes_on) return readHead();
  Error ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kDrainTime);
  drain(kDrainedBytes);
}

/// Reads on until the client closes: a connection that is closed over unread data takes the answer with it.
void Connection::drain(std::size_t bytes_left) {
  if (bytes_left == 0) return close();
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(host_.limits.head_bytes),
                          [self = shared_from_this(), bytes_left](const Error& error, std::size_t bytes) {
                            if (self->closed_) return;
                            if (error) return self->close();
                            self->drain(bytes_left - std::min(bytes, bytes_left));
                          });
}

/// Asks for the next piece; a client that leaves is noticed when the next one is sent.
void Connection::follow() {
  if (closed_) return;
  asio::post(host_.threads, [self = shared_from_this(), followed = followed_] {
    std::optional<std::string> piece;
    try {
      piece = followed->follow();
    } catch (const std::exception&) {  // the archive cannot be read any more: the page stops following
    }
    asio::post(self->stream_.get_executor(),
               [self, piece = std::move(piece)]() mutable { self->sendPiece(std::move(piece)); });
  });
}

void Connection::sendPiece(std::optional<std::string> piece) {
  if (closed_) return;
  if (piece && piece->empty()) {
    timer_.expires_after(host_.limits.follow_time);
    timer_.async_wait([self = shared_from_this()](const Error& error) {
      if (!error) self->follow();
    });
    return;
  }
  stream_.expires_after(host_.limits.stalled_time);
  const bool is_chunked = head_->chunked();
  if (!piece) {
    const bool goes_on = head_->keep_alive();
    followed_.reset();
    if (!is_chunked) return sent({}, false);
    return onStream([&](auto& stream) {
      asio::async_write(
          stream, http::make_chunk_last(),
          [self = shared_from_this(), goes_on](const Error& error, std::size_t) { self->sent(error, goes_on); });
    });
  }
  piece_ = *std::move(piece);
  const auto next = [self = shared_from_this()](const Error& error, std::size_t) {
    if (self->closed_) return;
    error ? self->close() : self->follow();
  };
  onStream([&](auto& stream) {
    if (is_chunked) {
      asio::async_write(stream, http::make_chunk(asio::buffer(piece_)), next);
    } else {
      asio::async_write(stream, asio::buffer(piece_), next);
    }
  });
}

}  // namespace docket::serve
