// The frames between docket and docket-amqp, the program that speaks to the broker: a byte for the kind, four for the
// length, and the body. Numbers are big-endian. To docket-amqp:
//
//   'S' settings   lines: the address, the queue to consume, how many messages may be unacknowledged, each queue to
//                  declare
//   'P' publish    8 bytes number, 2 bytes length of the queue's name, the name, the message
//   'A' ack        8 bytes tag
//
// and from it:
//
//   'O' opened     for each declared queue, in their order: 4 bytes messages that wait, 4 bytes consumers
//   'C' confirmed  8 bytes number, 1 if the broker has it or 0 if it refused it
//   'D' delivered  8 bytes tag, 8 bytes length of the message, 1 byte length of the user's name, the name, the message
//                  or its beginning
//   'E' error      why the connection ended; nothing follows
//
// docket-amqp ends when its input ends or the connection is lost; a new one is started for a new connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace docket::relay {

struct Frame {
  char kind = 0;
  std::string body;
};

/// The prefix of the names of queues whose messages several consumers share. Any other queue has one consumer at a
/// time.
inline constexpr std::string_view kSharedQueues = "docket.orders.";
inline constexpr std::size_t kFrameHead = 5;
/// Longer than any frame that one of the two writes.
inline constexpr std::size_t kMaxFrameBytes = 20U << 20;
/// The bytes passed on of a message that is too long for docket.
inline constexpr std::size_t kBytesOfTooLong = 8U << 10;

inline void putNumber(std::string& to, std::uint64_t number, unsigned bytes) {
  for (unsigned i = bytes; i-- > 0;) to.push_back(static_cast<char>(number >> (8 * i) & 0xFFU));
}
/// Reads a number from the first bytes of `from` and removes them. `from` must have that many.
inline std::uint64_t takeNumber(std::string_view& from, unsigned bytes) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < bytes; ++i) number = number << 8U | static_cast<std::uint8_t>(from[i]);
  from.remove_prefix(bytes);
  return number;
}

inline std::string frameOf(char kind, std::string_view body) {
  std::string frame(1, kind);
  putNumber(frame, body.size(), 4);
  return frame.append(body);
}

/// Cuts frames out of a stream of bytes.
class FrameReader {
 public:
  void add(std::string_view bytes) {
    if (from_ != 0 && from_ == bytes_.size()) {
      bytes_.clear();
      from_ = 0;
    }
    bytes_.append(bytes);
  }
  /// The next frame, if all of it is there. Sets isBroken() if the stream is not one of frames.
  std::optional<Frame> next() {
    std::string_view rest = std::string_view(bytes_).substr(from_);
    if (broken_ || rest.size() < kFrameHead) return std::nullopt;
    Frame frame{.kind = rest.front(), .body = {}};
    rest.remove_prefix(1);
    const std::uint64_t length = takeNumber(rest, 4);
    broken_ = length > kMaxFrameBytes;
    if (broken_ || rest.size() < length) return std::nullopt;
    frame.body = rest.substr(0, length);
    from_ += kFrameHead + length;
    if (from_ > kMaxFrameBytes) {
      bytes_.erase(0, from_);
      from_ = 0;
    }
    return frame;
  }
  [[nodiscard]] bool isBroken() const { return broken_; }

 private:
  std::string bytes_;
  std::size_t from_ = 0;
  bool broken_ = false;
};

}  // namespace docket::relay
