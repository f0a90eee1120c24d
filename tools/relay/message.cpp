#include "tools/relay/message.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/log/note_lines.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"
#include "tools/relay/signed_message.h"
#include "tools/words/words.h"

namespace docket::relay {
namespace {

constexpr std::string_view kBatchTitle = "docket relay batch v1";
constexpr std::string_view kDocumentTitle = "docket relay document v1";
constexpr std::string_view kAnswerTitle = "docket relay answer v1";
constexpr std::array<std::string_view, 5> kSays{"kept", "resend", "differs", "refused", "lacks"};

std::string addressed(std::string_view title, const Addressed& message) {
  return fmt::format("{}\nto {}\nfrom {}\ngame {}\nserial {} {}\n", title, message.to, message.from, message.game,
                     message.serial.session, message.serial.number);
}

Addressed readAddress(Fields& fields) {
  Addressed message;
  message.to = fields.text("to");
  message.from = fields.text("from");
  message.game = fields.text("game");
  if (!isGameId(message.game)) fields.refuse(fmt::format("{} is not a game id", docket::quoted(message.game)));
  const auto serial = fields.words("serial", 2);
  message.serial.session = fields.sessionIn(serial[0], "serial");
  message.serial.number = fields.numberIn(serial[1], "serial", std::numeric_limits<std::int64_t>::max());
  return message;
}

Batch readBatch(Fields& fields, std::string_view payload) {
  Batch batch{readAddress(fields)};
  batch.first = fields.count("first");
  if (batch.first == 0) fields.refuse("\"first\": events are numbered from 1");
  batch.count = static_cast<std::uint32_t>(fields.number("count", kMaxBatchEvents));
  if (batch.first > std::numeric_limits<std::uint32_t>::max() - kMaxBatchEvents)
    fields.refuse("\"first\" is too large");
  batch.before = fields.head("before");
  batch.after = fields.head("after");
  batch.sealed = fields.count("sealed");
  if (batch.sealed >= batch.first) fields.refuse("\"sealed\" counts events of the batch");
  batch.seals = fields.number("seals", 1) != 0;
  fields.requirePayload(payload);
  return batch;
}

DocumentPart readPart(Fields& fields, std::string_view payload) {
  DocumentPart part{readAddress(fields)};
  const auto words = fields.words("document", 2);
  part.kind = words[0];
  part.digest = fields.hashIn(words[1]);
  part.size = fields.number("size", std::numeric_limits<std::int64_t>::max());
  part.offset = fields.number("offset", part.size);
  if (payload.size() > kPartBytes || payload.size() > part.size - part.offset)
    fields.refuse("the part is larger than it may be");
  fields.requirePayload(payload);
  return part;
}

AnswerMessage readAnswer(Fields& fields) {
  AnswerMessage answer{readAddress(fields)};
  answer.says = static_cast<Says>(fields.oneOf("says", kSays));
  answer.count = fields.count("count");
  answer.sealed = fields.count("sealed");
  answer.head = fields.head("head");
  while (fields.next("lacks")) {
    if (answer.lacks.size() == 2) fields.refuse("a game has two documents");
    const auto words = fields.words("lacks", 3);
    answer.lacks.push_back({.kind = std::string(words[0]),
                            .digest = fields.hashIn(words[1]),
                            .have = fields.numberIn(words[2], "lacks", std::numeric_limits<std::int64_t>::max())});
  }
  if (fields.next("why")) answer.why = fields.text("why");
  return answer;
}

Content contentOf(const std::string& text, std::string_view payload) {
  Fields fields(text);
  const auto title = fields.title();
  const auto read = [&]() -> Content {
    if (title == kBatchTitle) return readBatch(fields, payload);
    if (title == kDocumentTitle) return readPart(fields, payload);
    if (title == kAnswerTitle) return readAnswer(fields);
    fields.refuse(fmt::format("{} is not a kind of message that this program knows", docket::quoted(title)));
  };
  Content content = read();
  fields.end();
  return content;
}

}  // namespace

std::string_view wordOf(Says says) { return kSays.at(static_cast<std::size_t>(says)); }

std::string written(const Batch& batch, std::string_view payload, const SignerKey& key) {
  return signedMessage(
      addressed(kBatchTitle, batch) +
          fmt::format("first {}\ncount {}\nbefore {}\nafter {}\nsealed {}\nseals {}\n", batch.first, batch.count,
                      base64(batch.before), base64(batch.after), batch.sealed, batch.seals ? 1 : 0) +
          payloadLine(payload),
      payload, key);
}

std::string written(const DocumentPart& part, std::string_view payload, const SignerKey& key) {
  return signedMessage(
      addressed(kDocumentTitle, part) +
          fmt::format("document {} {}\nsize {}\noffset {}\n", part.kind, base64(part.digest), part.size, part.offset) +
          payloadLine(payload),
      payload, key);
}

std::string written(const AnswerMessage& answer, const SignerKey& key) {
  std::string text =
      addressed(kAnswerTitle, answer) + fmt::format("says {}\ncount {}\nsealed {}\nhead {}\n", wordOf(answer.says),
                                                    answer.count, answer.sealed, base64(answer.head));
  for (const Lack& lack : answer.lacks)
    text += fmt::format("lacks {} {} {}\n", lack.kind, base64(lack.digest), lack.have);
  if (!answer.why.empty()) text += fmt::format("why {}\n", clipped(printable(answer.why), kMaxWhyBytes));
  return signedMessage(std::move(text), {}, key);
}

Message readMessage(std::string_view bytes, std::string_view to, std::span<const VerifierKey> keys) {
  const SignedMessage read = signedMessageOf(bytes, keys);
  Message message{.content = contentOf(read.text, read.payload), .payload = read.payload};
  const auto& address = std::visit([](const auto& one) -> const Addressed& { return one; }, message.content);
  requireAddress(read, address.from, address.to, to);
  return message;
}

Claimed claimedBy(std::string_view bytes) {
  try {
    const std::string text = unsignedTextOf(bytes);
    Fields fields(text);
    fields.title();
    const Addressed address = readAddress(fields);
    return {.from = address.from, .game = address.game};
  } catch (const BadInput&) {
    return {};
  }
}

}  // namespace docket::relay
