// What docket work and its workers send each other: signed messages (tools/relay/signed_message.h) with these notes:
//
//   docket work order v1        docket work reply v1
//   from COORDINATOR            to COORDINATOR
//   serial NUMBER               from WORKER
//   leaves FIRST LAST           session DIGITS
//   not WORKER  (at most 16)    job DIGEST
//   payload BYTES DIGEST        serial NUMBER
//                               leaves FIRST LAST
//                               says WORD
//                               why TEXT    (at most one)
//                               payload BYTES DIGEST
//
// The payload of an order is the job (job.h), whose digest names it; that of a reply that says `done` is the result
// file (tools/ranges/result_file.h). A reply repeats the serial of its order.
// Invariant: a message that is read has a good signature of a known key.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"
#include "events/log/note_key.h"
#include "tools/ranges/leaf_span.h"
#include "tools/relay/signed_message.h"

namespace docket::work {

using leaf_ranges::LeafSpan;

/// The most workers that an order can name as not meant.
inline constexpr std::size_t kMaxNotMeant = 16;

/// A range to be done.
struct Order {
  std::string from;
  std::uint64_t serial = 0;  ///< a larger one was published later
  LeafSpan leaves;
  std::vector<std::string> not_by;  ///< names of workers that must leave it to others
};

enum class Says : std::uint8_t {
  took,      ///< it is being done
  done,      ///< the payload is the result
  failed,    ///< it could not be done
  declined,  ///< it is for others
  unfit,     ///< this worker can do no range of the job
};
[[nodiscard]] std::string_view wordOf(Says says);

struct Reply {
  std::string to, from;
  std::string session;  ///< 16 hexadecimal digits: which run of the worker's program
  Digest job{};
  std::uint64_t serial = 0;
  LeafSpan leaves;
  Says says = Says::took;
  std::string why{};  ///< one line
};

/// A message as bytes, signed. `key` is that of `from`.
[[nodiscard]] std::string written(const Order& order, std::string_view job, const SignerKey& key);
[[nodiscard]] std::string written(const Reply& reply, std::string_view result, const SignerKey& key);

template <class Content>
struct Received {
  Content content;
  std::string_view payload;  ///< within the bytes that were read
};
/// Read a message that one of `keys` signed. Throw BadInput.
[[nodiscard]] Received<Order> readOrder(std::string_view bytes, std::span<const VerifierKey> keys);
[[nodiscard]] Received<Reply> readReply(std::string_view bytes, std::string_view to, std::span<const VerifierKey> keys);
/// The `from` that a message claims, whoever wrote it, for a report; empty if it is no message.
[[nodiscard]] std::string claimedSender(std::string_view bytes);

/// The queue of orders, which all workers consume, and that of replies, which docket work does.
[[nodiscard]] std::string orderQueue(std::string_view coordinator);
[[nodiscard]] std::string replyQueue(std::string_view coordinator);

}  // namespace docket::work
