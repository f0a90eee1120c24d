// The message broker as the relay uses it: durable queues, confirms, acknowledgements. courier.h reaches a broker
// through a separate program; tests use one in memory that loses, repeats and reorders messages.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace docket::relay {

/// The load of a queue.
struct QueueState {
  std::uint32_t waiting = 0;    ///< messages that no consumer has
  std::uint32_t consumers = 0;  ///< connections that consume it
};

/// The connection is open. Numbers and tags of earlier connections are void.
struct Opened {
  std::vector<QueueState> queues{};  ///< those that are declared, in their order
};
/// The connection was lost: unconfirmed messages may be lost, unacknowledged ones are redelivered.
struct Closed {
  std::string why;
};
/// A published message is on the broker's disks, or was refused.
struct Confirmed {
  std::uint64_t number = 0;
  bool accepted = true;
};
/// A message of the queue that is consumed.
struct Delivered {
  std::uint64_t tag = 0;
  std::string user;         ///< who published it, verified by the broker; empty: unknown
  std::uint64_t bytes = 0;  ///< the length of the message
  std::string message;      ///< only its beginning if it is longer than kMaxMessageBytes
};
using BusEvent = std::variant<Opened, Closed, Confirmed, Delivered>;

class Bus {
 public:
  Bus() = default;
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  virtual ~Bus() = default;

  /// Publishes to a queue. `number` returns in Confirmed.
  virtual void publish(std::string_view queue, std::uint64_t number, std::string message) = 0;
  /// The message with this tag need not be delivered again.
  virtual void acknowledge(std::uint64_t tag) = 0;
  /// The bytes that were published but not sent yet.
  [[nodiscard]] virtual std::size_t waitingBytes() const = 0;
  /// Waits at most so long for the first event; empty if there was none.
  [[nodiscard]] virtual std::vector<BusEvent> wait(std::chrono::milliseconds most) = 0;
};

/// The queue that the archive consumes, and that of a hall's answers.
[[nodiscard]] std::string batchQueue(std::string_view archive);
[[nodiscard]] std::string answerQueue(std::string_view hall);

}  // namespace docket::relay
