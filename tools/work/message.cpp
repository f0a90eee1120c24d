#include "tools/work/message.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

#include "events/errors.h"
#include "events/log/note_lines.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"
#include "tools/relay/frames.h"
#include "tools/words/words.h"

namespace docket::work {
namespace {

constexpr std::string_view kOrderTitle = "docket work order v1";
constexpr std::string_view kReplyTitle = "docket work reply v1";
constexpr std::array<std::string_view, 5> kSays{"took", "done", "failed", "declined", "unfit"};
constexpr std::uint64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();

LeafSpan readLeaves(relay::Fields& fields) {
  const auto words = fields.words("leaves", 2);
  const LeafSpan leaves{.first = fields.numberIn(words[0], "leaves", kMaxNumber),
                        .last = fields.numberIn(words[1], "leaves", kMaxNumber)};
  if (leaves.first > leaves.last) fields.refuse("\"leaves\": the first one comes after the last one");
  return leaves;
}

void requireTitle(relay::Fields& fields, std::string_view title) {
  const auto found = fields.title();
  if (found != title) fields.refuse(fmt::format("expected \"{}\", found {}", title, docket::quoted(found)));
}

}  // namespace

std::string_view wordOf(Says says) { return kSays.at(static_cast<std::size_t>(says)); }

std::string written(const Order& order, std::string_view job, const SignerKey& key) {
  std::string text = fmt::format("{}\nfrom {}\nserial {}\nleaves {} {}\n", kOrderTitle, order.from, order.serial,
                                 order.leaves.first, order.leaves.last);
  for (const std::string& worker : order.not_by) text += fmt::format("not {}\n", worker);
  return relay::signedMessage(text + relay::payloadLine(job), job, key);
}

std::string written(const Reply& reply, std::string_view result, const SignerKey& key) {
  std::string text = fmt::format("{}\nto {}\nfrom {}\nsession {}\njob {}\nserial {}\nleaves {} {}\nsays {}\n",
                                 kReplyTitle, reply.to, reply.from, reply.session, base64(reply.job), reply.serial,
                                 reply.leaves.first, reply.leaves.last, wordOf(reply.says));
  if (!reply.why.empty()) text += fmt::format("why {}\n", clipped(printable(reply.why), relay::kMaxWhyBytes));
  return relay::signedMessage(text + relay::payloadLine(result), result, key);
}

Received<Order> readOrder(std::string_view bytes, std::span<const VerifierKey> keys) {
  const auto message = relay::signedMessageOf(bytes, keys);
  relay::Fields fields(message.text);
  requireTitle(fields, kOrderTitle);
  Order order;
  order.from = fields.text("from");
  order.serial = fields.number("serial", kMaxNumber);
  order.leaves = readLeaves(fields);
  while (fields.next("not")) {
    if (order.not_by.size() == kMaxNotMeant) fields.refuse(fmt::format("more than {} lines \"not\"", kMaxNotMeant));
    order.not_by.emplace_back(fields.text("not"));
  }
  fields.requirePayload(message.payload);
  fields.end();
  relay::requireAddress(message, order.from, {}, {});
  return {.content = std::move(order), .payload = message.payload};
}

Received<Reply> readReply(std::string_view bytes, std::string_view to, std::span<const VerifierKey> keys) {
  const auto message = relay::signedMessageOf(bytes, keys);
  relay::Fields fields(message.text);
  requireTitle(fields, kReplyTitle);
  Reply reply;
  reply.to = fields.text("to");
  reply.from = fields.text("from");
  reply.session = fields.sessionIn(fields.text("session"), "session");
  reply.job = fields.head("job");
  reply.serial = fields.number("serial", kMaxNumber);
  reply.leaves = readLeaves(fields);
  reply.says = static_cast<Says>(fields.oneOf("says", kSays));
  if (fields.next("why")) reply.why = fields.text("why");
  fields.requirePayload(message.payload);
  fields.end();
  relay::requireAddress(message, reply.from, reply.to, to);
  return {.content = std::move(reply), .payload = message.payload};
}

std::string claimedSender(std::string_view bytes) {
  try {
    const std::string text = relay::unsignedTextOf(bytes);
    relay::Fields fields(text);
    requireTitle(fields, kReplyTitle);
    static_cast<void>(fields.text("to"));
    return std::string(fields.text("from"));
  } catch (const BadInput&) {
    return {};
  }
}

std::string orderQueue(std::string_view coordinator) { return fmt::format("{}{}", relay::kSharedQueues, coordinator); }
std::string replyQueue(std::string_view coordinator) { return fmt::format("docket.results.{}", coordinator); }

}  // namespace docket::work
