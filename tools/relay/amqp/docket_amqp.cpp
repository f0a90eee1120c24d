#include "tools/relay/amqp/docket_amqp.h"

#include <amqp.h>
#include <amqp_framing.h>
#include <amqp_ssl_socket.h>
#include <amqp_tcp_socket.h>
#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <stdexcept>

namespace docket::relay {
namespace {

constexpr amqp_channel_t kChannel = 1;
constexpr int kHeartbeatSeconds = 10, kConnectSeconds = 5, kFrameBytes = 128 << 10, kBodySeconds = 30;
/// The number of times that a message may come back unacknowledged before the broker drops it; the hall then sends it
/// again.
constexpr std::int32_t kDeliveryLimit = 20;
constexpr std::size_t kMaxUserBytes = 255;

[[noreturn]] void fail(const std::string& what, const std::string& why) {
  throw std::runtime_error(what + (why.empty() ? "" : ": " + why));
}

std::string textOf(amqp_bytes_t bytes) { return {static_cast<const char*>(bytes.bytes), bytes.len}; }
amqp_bytes_t amqpBytes(std::string_view text) { return {.len = text.size(), .bytes = const_cast<char*>(text.data())}; }

/// The bytes that %41 stands for.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ptr == text.data() + i + 3) {
      plain += static_cast<char>(byte);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// Removes and returns the text before the first `mark`, and the mark; all of it if there is none.
std::string_view cutBefore(std::string_view& text, char mark) {
  const auto end = text.find(mark);
  const auto before = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return before;
}

void writeAll(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto done = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("docket ended", {});
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

std::string reasonOf(const amqp_rpc_reply_t& reply) {
  if (reply.reply_type == AMQP_RESPONSE_LIBRARY_EXCEPTION) return amqp_error_string2(reply.library_error);
  if (reply.reply_type != AMQP_RESPONSE_SERVER_EXCEPTION) return "no answer";
  if (reply.reply.id == AMQP_CONNECTION_CLOSE_METHOD)
    return textOf(static_cast<amqp_connection_close_t*>(reply.reply.decoded)->reply_text);
  if (reply.reply.id == AMQP_CHANNEL_CLOSE_METHOD)
    return textOf(static_cast<amqp_channel_close_t*>(reply.reply.decoded)->reply_text);
  return "the broker closed the connection";
}

amqp_table_entry_t entryOf(const char* key, const char* text) {
  amqp_table_entry_t entry{.key = amqp_cstring_bytes(key), .value = {}};
  entry.value.kind = AMQP_FIELD_KIND_UTF8;
  entry.value.value.bytes = amqp_cstring_bytes(text);
  return entry;
}

void addFile(BrokerAddress& address, std::string_view name, std::string value) {
  if (name == "cacertfile") {
    address.ca_file = std::move(value);
  } else if (name == "certfile") {
    address.certificate_file = std::move(value);
  } else if (name == "keyfile") {
    address.key_file = std::move(value);
  } else {
    fail("the address of the broker", "\"" + std::string(name) + "\" is none of cacertfile, certfile, keyfile");
  }
}

}  // namespace

BrokerAddress brokerAddressOf(std::string_view address) {
  BrokerAddress to;
  to.is_encrypted = address.starts_with("amqps://");
  if (!to.is_encrypted && !address.starts_with("amqp://"))
    fail("the address of the broker", "expected amqp://USER:PASSWORD@HOST:PORT/VHOST");
  to.port = to.is_encrypted ? 5671 : 5672;
  address.remove_prefix(to.is_encrypted ? 8 : 7);
  std::string_view query = address;
  address = cutBefore(query, '?');
  while (!query.empty()) {
    std::string_view value = cutBefore(query, '&');
    const auto name = cutBefore(value, '=');
    addFile(to, name, unescaped(value));
  }
  std::string_view vhost = address;
  std::string_view host = cutBefore(vhost, '/');
  if (!vhost.empty()) to.vhost = unescaped(vhost);
  if (const auto at = host.rfind('@'); at != std::string_view::npos) {
    std::string_view password = host.substr(0, at);
    to.user = unescaped(cutBefore(password, ':'));
    to.password = unescaped(password);
    host.remove_prefix(at + 1);
  }
  std::string_view port = host;
  if (const auto name = cutBefore(port, ':'); !name.empty()) to.host = name;
  if (!port.empty() &&
      std::from_chars(port.data(), port.data() + port.size(), to.port).ptr != port.data() + port.size())
    fail("the address of the broker", "the port is not a number");
  return to;
}

BrokerConnection::BrokerConnection(const Settings& settings)
    : connection_(amqp_new_connection()), user_(settings.address.user) {
  if (connection_ == nullptr) fail("out of memory", {});
  try {
    open(settings);
  } catch (...) {
    amqp_destroy_connection(connection_);
    throw;
  }
}

BrokerConnection::~BrokerConnection() {
  amqp_connection_close(connection_, AMQP_REPLY_SUCCESS);
  amqp_destroy_connection(connection_);
}

void BrokerConnection::require(const char* what) {
  const auto reply = amqp_get_rpc_reply(connection_);
  if (reply.reply_type != AMQP_RESPONSE_NORMAL) fail(what, reasonOf(reply));
}

void BrokerConnection::open(const Settings& settings) {
  const BrokerAddress& to = settings.address;
  amqp_socket_t* socket = to.is_encrypted ? amqp_ssl_socket_new(connection_) : amqp_tcp_socket_new(connection_);
  if (socket == nullptr) fail("out of memory", {});
  if (to.is_encrypted) {
    amqp_ssl_socket_set_verify_peer(socket, 1);
    amqp_ssl_socket_set_verify_hostname(socket, 1);
    if (!to.ca_file.empty() && amqp_ssl_socket_set_cacert(socket, to.ca_file.c_str()) != AMQP_STATUS_OK)
      fail(to.ca_file, "it is not a certificate file");
    if (!to.certificate_file.empty() &&
        amqp_ssl_socket_set_key(socket, to.certificate_file.c_str(), to.key_file.c_str()) != AMQP_STATUS_OK)
      fail(to.certificate_file, "it is not a certificate with its key");
  }
  timeval soon{.tv_sec = kConnectSeconds, .tv_usec = 0};
  const int connected = amqp_socket_open_noblock(socket, to.host.c_str(), to.port, &soon);
  if (connected != AMQP_STATUS_OK) fail(to.host + ":" + std::to_string(to.port), amqp_error_string2(connected));
  timeval patience{.tv_sec = kBodySeconds, .tv_usec = 0};
  amqp_set_handshake_timeout(connection_, &patience);
  amqp_set_rpc_timeout(connection_, &patience);
  const auto login = amqp_login(connection_, to.vhost.c_str(), 0, kFrameBytes, kHeartbeatSeconds,
                                AMQP_SASL_METHOD_PLAIN, to.user.c_str(), to.password.c_str());
  if (login.reply_type != AMQP_RESPONSE_NORMAL) fail("login as " + to.user, reasonOf(login));
  amqp_channel_open(connection_, kChannel);
  require("opening a channel");
  for (const std::string& queue : settings.queues) declare(queue);
  amqp_confirm_select(connection_, kChannel);
  require("asking for confirms");
  amqp_basic_qos(connection_, kChannel, 0, settings.prefetch, 0);
  require("limiting the messages");
  if (settings.consume.empty()) return;
  amqp_basic_consume(connection_, kChannel, amqpBytes(settings.consume), amqp_empty_bytes, 0, 0, 0, amqp_empty_table);
  require("consuming");
}

void BrokerConnection::declare(const std::string& queue) {
  std::array<amqp_table_entry_t, 3> entries{entryOf("x-queue-type", "quorum"), {}, {}};
  entries[1].key = amqp_cstring_bytes("x-single-active-consumer");
  entries[1].value.kind = AMQP_FIELD_KIND_BOOLEAN;
  entries[1].value.value.boolean = queue.starts_with(kSharedQueues) ? 0 : 1;
  entries[2].key = amqp_cstring_bytes("x-delivery-limit");
  entries[2].value.kind = AMQP_FIELD_KIND_I32;
  entries[2].value.value.i32 = kDeliveryLimit;
  const amqp_table_t arguments{.num_entries = static_cast<int>(entries.size()), .entries = entries.data()};
  const auto* const declared = amqp_queue_declare(connection_, kChannel, amqpBytes(queue), 0, 1, 0, 0, arguments);
  require(("declaring the queue " + queue).c_str());
  putNumber(opened_, declared->message_count, 4);
  putNumber(opened_, declared->consumer_count, 4);
}

int BrokerConnection::socket() const { return amqp_get_sockfd(connection_); }

void BrokerConnection::publish(std::uint64_t number, const std::string& queue, std::string_view message) {
  amqp_basic_properties_t properties{};
  properties._flags = AMQP_BASIC_DELIVERY_MODE_FLAG | AMQP_BASIC_USER_ID_FLAG;
  properties.delivery_mode = 2;
  properties.user_id = amqpBytes(user_);  // the broker refuses another one
  unconfirmed_.emplace(++published_, number);
  const int status = amqp_basic_publish(connection_, kChannel, amqp_empty_bytes, amqpBytes(queue), 0, 0, &properties,
                                        amqpBytes(message));
  if (status != AMQP_STATUS_OK) fail("publishing", amqp_error_string2(status));
}

void BrokerConnection::acknowledge(std::uint64_t tag) {
  const int status = amqp_basic_ack(connection_, kChannel, tag, 0);
  if (status != AMQP_STATUS_OK) fail("acknowledging", amqp_error_string2(status));
}

bool BrokerConnection::nextFrame(amqp_frame_t_& frame, int seconds) {
  timeval wait{.tv_sec = seconds, .tv_usec = 0};
  const int status = amqp_simple_wait_frame_noblock(connection_, &frame, &wait);
  if (status == AMQP_STATUS_TIMEOUT && seconds == 0) return false;
  if (status != AMQP_STATUS_OK) fail("the connection is lost", amqp_error_string2(status));
  return true;
}

void BrokerConnection::receive() {
  for (amqp_frame_t frame; nextFrame(frame, 0); amqp_maybe_release_buffers(connection_)) {
    if (frame.frame_type == AMQP_FRAME_METHOD) takeMethod(frame);
  }
}

void BrokerConnection::takeMethod(const amqp_frame_t_& frame) {
  const amqp_method_t& method = frame.payload.method;
  if (method.id == AMQP_BASIC_ACK_METHOD) {
    const auto* const ack = static_cast<amqp_basic_ack_t*>(method.decoded);
    confirmed(ack->delivery_tag, ack->multiple != 0, true);
  } else if (method.id == AMQP_BASIC_NACK_METHOD) {
    const auto* const nack = static_cast<amqp_basic_nack_t*>(method.decoded);
    confirmed(nack->delivery_tag, nack->multiple != 0, false);
  } else if (method.id == AMQP_BASIC_DELIVER_METHOD) {
    takeDelivery(static_cast<amqp_basic_deliver_t*>(method.decoded)->delivery_tag);
  } else if (method.id == AMQP_BASIC_CANCEL_METHOD) {
    fail("the broker ended the consumer", {});
  } else if (method.id == AMQP_CHANNEL_CLOSE_METHOD) {
    fail("the broker closed the channel", textOf(static_cast<amqp_channel_close_t*>(method.decoded)->reply_text));
  } else if (method.id == AMQP_CONNECTION_CLOSE_METHOD) {
    fail("the broker closed the connection", textOf(static_cast<amqp_connection_close_t*>(method.decoded)->reply_text));
  }
}

void BrokerConnection::confirmed(std::uint64_t sequence, bool multiple, bool accepted) {
  auto from = multiple ? unconfirmed_.begin() : unconfirmed_.find(sequence);
  while (from != unconfirmed_.end() && from->first <= sequence) {
    std::string body;
    putNumber(body, from->second, 8);
    body.push_back(accepted ? 1 : 0);
    writeAll(frameOf('C', body));
    from = unconfirmed_.erase(from);
  }
}

/// A message that is too long is read to its end, but only its beginning is stored.
void BrokerConnection::takeDelivery(std::uint64_t tag) {
  amqp_frame_t frame;
  nextFrame(frame, kBodySeconds);
  if (frame.frame_type != AMQP_FRAME_HEADER) fail("the broker sent a message without its header", {});
  const std::uint64_t size = frame.payload.properties.body_size;
  const auto* const properties = static_cast<amqp_basic_properties_t*>(frame.payload.properties.decoded);
  std::string user;
  if ((properties->_flags & AMQP_BASIC_USER_ID_FLAG) != 0) user = textOf(properties->user_id).substr(0, kMaxUserBytes);
  std::string body;
  putNumber(body, tag, 8);
  putNumber(body, size, 8);
  body.push_back(static_cast<char>(user.size()));
  body += user;
  const std::size_t head = body.size(), most = size > kMaxFrameBytes - 4096 ? kBytesOfTooLong : kMaxFrameBytes - 4096;
  for (std::uint64_t read = 0; read < size;) {
    amqp_maybe_release_buffers_on_channel(connection_, kChannel);
    nextFrame(frame, kBodySeconds);
    if (frame.frame_type != AMQP_FRAME_BODY) fail("the broker sent a message without its end", {});
    const auto fragment = frame.payload.body_fragment;
    const std::size_t room = most - std::min(most, body.size() - head);
    body.append(static_cast<const char*>(fragment.bytes), std::min(fragment.len, room));
    read += fragment.len;
  }
  writeAll(frameOf('D', body));
}

namespace {

/// Input from docket, as frames.
class Input {
 public:
  /// Reads the available bytes. False at the end.
  bool read() {
    std::array<char, 64 << 10> bytes;
    const auto length = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (length < 0 && errno == EINTR) return true;
    if (length <= 0) return false;
    frames_.add({bytes.data(), static_cast<std::size_t>(length)});
    return true;
  }
  std::optional<Frame> next() {
    auto frame = frames_.next();
    if (frames_.isBroken()) fail("docket sent something else than frames", {});
    return frame;
  }

 private:
  FrameReader frames_;
};

BrokerConnection::Settings brokerSettings(std::string_view lines) {
  BrokerConnection::Settings settings;
  settings.address = brokerAddressOf(cutBefore(lines, '\n'));
  settings.consume = cutBefore(lines, '\n');
  const auto prefetch = cutBefore(lines, '\n');
  std::from_chars(prefetch.data(), prefetch.data() + prefetch.size(), settings.prefetch);
  while (!lines.empty()) settings.queues.emplace_back(cutBefore(lines, '\n'));
  return settings;
}

void handle(BrokerConnection& connection, const Frame& frame) {
  std::string_view body = frame.body;
  if (frame.kind == 'P' && body.size() >= 10) {
    const auto number = takeNumber(body, 8);
    const auto length = std::min<std::size_t>(takeNumber(body, 2), body.size());
    connection.publish(number, std::string(body.substr(0, length)), body.substr(length));
  } else if (frame.kind == 'A' && body.size() == 8) {
    connection.acknowledge(takeNumber(body, 8));
  } else {
    fail("docket sent an unknown frame", {});
  }
}

void run() {
  Input input;
  std::optional<Frame> first;
  while (!first) {
    first = input.next();
    if (!first && !input.read()) return;
  }
  if (first->kind != 'S') fail("docket sent no settings", {});
  BrokerConnection connection(brokerSettings(first->body));
  writeAll(frameOf('O', connection.opened()));
  for (;;) {
    while (const auto frame = input.next()) handle(connection, *frame);
    connection.receive();
    std::array<pollfd, 2> polled{pollfd{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                                 pollfd{.fd = connection.socket(), .events = POLLIN, .revents = 0}};
    if (::poll(polled.data(), polled.size(), 1000) < 0 && errno != EINTR) fail("waiting", {});
    if ((polled[0].revents & (POLLIN | POLLHUP)) != 0 && !input.read()) return;
  }
}

}  // namespace
}  // namespace docket::relay

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    docket::relay::run();
    return 0;
  } catch (const std::exception& why) {
    try {
      docket::relay::writeAll(docket::relay::frameOf('E', why.what()));
    } catch (const std::exception&) {  // docket is gone
    }
    return 4;
  }
}
