// The broker, reached through docket-amqp: a process for each connection, started again when the connection is lost. So
// docket links no broker library, and no broker can block or crash it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "tools/relay/bus.h"
#include "tools/relay/frames.h"

namespace docket::relay {

struct CourierSettings {
  std::vector<std::string> addresses;  ///< of the broker's nodes: "amqp://user:password@host:5672/vhost"; one at a time
  std::string consume;                 ///< the queue that is consumed
  std::vector<std::string> queues;     ///< those that are declared, `consume` among them
  unsigned prefetch = 256;             ///< how many messages may be unacknowledged
};

class Courier : public Bus {
 public:
  /// Throws EnvironmentError if there is no docket-amqp, BadInput if an address is not one.
  explicit Courier(CourierSettings settings);
  ~Courier() override;

  void publish(std::string_view queue, std::uint64_t number, std::string message) override;
  void acknowledge(std::uint64_t tag) override;
  [[nodiscard]] std::size_t waitingBytes() const override { return out_.size(); }
  [[nodiscard]] std::vector<BusEvent> wait(std::chrono::milliseconds most) override;

  /// Ends wait() early. From any thread.
  void wake() const;

 private:
  using Clock = std::chrono::steady_clock;
  void start();
  void end();
  void close(std::vector<BusEvent>& events);
  void write();
  void read(std::vector<BusEvent>& events);
  void take(const Frame& frame, std::vector<BusEvent>& events);

  CourierSettings settings_;
  std::string program_;
  std::size_t next_address_ = 0;
  pid_t process_ = -1;
  int socket_ = -1, woken_ = -1;
  bool open_ = false;
  std::string out_, why_;
  FrameReader in_;
  Clock::time_point start_at_{};
  std::chrono::milliseconds pause_{0};
};

/// An address without its password, for messages.
[[nodiscard]] std::string withoutPassword(std::string_view address);

}  // namespace docket::relay
