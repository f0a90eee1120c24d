// docket-amqp: one connection to a RabbitMQ broker, for docket. It reads and writes the frames of tools/relay/frames.h
// and knows nothing of games. It ends when its input ends or the connection is lost. The only program that is linked
// with librabbitmq.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/relay/frames.h"

struct amqp_connection_state_t_;
struct amqp_frame_t_;

namespace docket::relay {

/// The parts of "amqp://user:password@host:port/vhost?cacertfile=F&certfile=F&keyfile=F".
struct BrokerAddress {
  std::string user = "guest", password = "guest", host = "localhost", vhost = "/";
  std::string ca_file, certificate_file, key_file;  ///< for amqps
  int port = 5672;
  bool is_encrypted = false;
};

/// Throws std::runtime_error if it is not one.
[[nodiscard]] BrokerAddress brokerAddressOf(std::string_view address);

/// The connection. Every failure is a std::runtime_error; the object can only be destroyed then.
class BrokerConnection {
 public:
  struct Settings {
    BrokerAddress address;
    std::string consume;
    std::uint16_t prefetch = 1;
    std::vector<std::string> queues;
  };
  /// Connects, declares the queues and begins to consume.
  explicit BrokerConnection(const Settings& settings);
  ~BrokerConnection();
  BrokerConnection(const BrokerConnection&) = delete;
  BrokerConnection& operator=(const BrokerConnection&) = delete;

  void publish(std::uint64_t number, const std::string& queue, std::string_view message);
  void acknowledge(std::uint64_t tag);
  /// Handles what came from the broker, without waiting, and writes frames of it.
  void receive();
  [[nodiscard]] int socket() const;
  /// The body of the frame that says that the connection is open.
  [[nodiscard]] const std::string& opened() const { return opened_; }

 private:
  void open(const Settings& settings);
  void declare(const std::string& queue);
  void require(const char* what);
  bool nextFrame(amqp_frame_t_& frame, int seconds);
  void takeMethod(const amqp_frame_t_& frame);
  void confirmed(std::uint64_t sequence, bool multiple, bool accepted);
  void takeDelivery(std::uint64_t tag);

  amqp_connection_state_t_* connection_;
  std::string user_, opened_;
  std::uint64_t published_ = 0;
  std::map<std::uint64_t, std::uint64_t> unconfirmed_;  // docket's number of each message of the channel
};

}  // namespace docket::relay
