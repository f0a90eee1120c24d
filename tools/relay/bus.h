// What the relay needs of a message broker, and nothing else: durable queues, confirms, acknowledgements. The broker is
// reached through a program of its own (courier.h); tests use one in memory that loses, repeats and reorders.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace docket::relay {

/// What a queue holds.
struct QueueState {
  std::uint32_t waiting = 0;    ///< messages that are with no consumer
  std::uint32_t consumers = 0;  ///< connections that consume it
};

/// The connection stands. Numbers and tags of earlier connections mean nothing any more.
struct Opened {
  std::vector<QueueState> queues{};  ///< those that are declared, in their order
};
/// There is no connection: what was not confirmed may be lost, what was not acknowledged comes again.
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
  std::string user;         ///< who published it, as the broker has checked; empty: unknown
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
  /// The bytes that were published and are not on their way yet.
  [[nodiscard]] virtual std::size_t waitingBytes() const = 0;
  /// What happened, waiting at most so long for the first event; empty: nothing did.
  [[nodiscard]] virtual std::vector<BusEvent> wait(std::chrono::milliseconds most) = 0;
};

/// The queue that the archive consumes, and that of a hall's answers.
[[nodiscard]] std::string batchQueue(std::string_view archive);
[[nodiscard]] std::string answerQueue(std::string_view hall);

}  // namespace docket::relay
