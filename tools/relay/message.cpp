#include "tools/relay/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/log/big_endian.h"
#include "events/log/note_lines.h"
#include "events/log/signed_note.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"
#include "tools/words/words.h"

namespace docket::relay {
namespace {

constexpr std::string_view kBatchTitle = "docket relay batch v1";
constexpr std::string_view kDocumentTitle = "docket relay document v1";
constexpr std::string_view kAnswerTitle = "docket relay answer v1";
constexpr std::string_view kFile = "message";
constexpr std::size_t kLengthBytes = 4, kSessionDigits = 16, kMaxWhyBytes = 400;
constexpr std::array<std::string_view, 5> kSays{"kept", "resend", "differs", "refused", "lacks"};

std::span<const std::uint8_t> bytesOf(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string addressed(std::string_view title, const Addressed& message) {
  return fmt::format("{}\nto {}\nfrom {}\ngame {}\nserial {} {}\n", title, message.to, message.from, message.game,
                     message.serial.session, message.serial.number);
}

std::string payloadLine(std::string_view payload) {
  return fmt::format("payload {} {}\n", payload.size(), base64(digest(payload)));
}

std::string signedMessage(std::string text, std::string_view payload, const SignerKey& key) {
  SignedNote note{.text = std::move(text), .signatures = {}};
  note.signatures.push_back(sign(note.text, key));
  const std::string written = docket::textOf(note);
  std::vector<std::uint8_t> length;
  appendBigEndian(length, written.size(), kLengthBytes);
  return std::string(length.begin(), length.end()) + written + std::string(payload);
}

/// The two parts of a message.
struct Parts {
  std::string_view note, payload;
};

Parts partsOf(std::string_view bytes) {
  if (bytes.size() < kLengthBytes) throw BadInput("message: it is shorter than 4 bytes");
  const std::uint64_t length = fromBigEndian(bytesOf(bytes.substr(0, kLengthBytes)));
  if (length > kMaxNoteBytes)
    throw BadInput(fmt::format("message: a note of {} bytes; the maximum is {}", length, kMaxNoteBytes));
  bytes.remove_prefix(kLengthBytes);
  if (length > bytes.size()) throw BadInput("message: it is shorter than its note");
  Parts parts{.note = bytes.substr(0, length), .payload = bytes.substr(length)};
  if (parts.payload.size() > kMaxPayloadBytes)
    throw BadInput(
        fmt::format("message: a payload of {} bytes; the maximum is {}", parts.payload.size(), kMaxPayloadBytes));
  return parts;
}

/// Reads the lines of a note.
class Fields {
 public:
  explicit Fields(std::string_view text) : lines_(text, std::string(kFile)) {}

  std::string_view title() { return lines_.take("the kind of a message"); }
  std::string_view text(std::string_view word) {
    const auto value = lines_.takeAfter(word, fmt::format("\"{} ...\"", word));
    if (value.empty()) lines_.refuse(fmt::format("\"{}\" is empty", word));
    return value;
  }
  std::uint64_t number(std::string_view word, std::uint64_t most) { return numberIn(text(word), word, most); }
  std::uint32_t count(std::string_view word) {
    return static_cast<std::uint32_t>(number(word, std::numeric_limits<std::uint32_t>::max() - 1));
  }
  Digest head(std::string_view word) { return hashIn(text(word)); }
  /// The words of a line.
  std::vector<std::string_view> words(std::string_view word, std::size_t count) {
    std::vector<std::string_view> words;
    for (std::string_view rest = text(word);;) {
      const auto end = rest.find(' ');
      words.push_back(rest.substr(0, end));
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
    if (words.size() != count) lines_.refuse(fmt::format("\"{}\" takes {} words", word, count));
    return words;
  }
  std::uint64_t numberIn(std::string_view text, std::string_view word, std::uint64_t most) {
    const auto number = numberOf(text);
    if (!number || *number > most)
      lines_.refuse(fmt::format("\"{}\": expected a number up to {}, found {}", word, most, docket::quoted(text)));
    return *number;
  }
  Digest hashIn(std::string_view text) {
    const auto hash = hashOfBase64(text);
    if (!hash) lines_.refuse(fmt::format("expected 32 bytes in base64, found {}", docket::quoted(text)));
    return *hash;
  }
  [[nodiscard]] bool next(std::string_view word) const { return lines_.rest().starts_with(fmt::format("{} ", word)); }
  void end() {
    if (lines_.isAtEnd()) return;
    lines_.take("a line");
    lines_.refuse("expected the end of the note");
  }
  [[noreturn]] void refuse(const std::string& message) { lines_.refuse(message); }

 private:
  NoteLines lines_;
};

Addressed readAddress(Fields& fields) {
  Addressed message;
  message.to = fields.text("to");
  message.from = fields.text("from");
  message.game = fields.text("game");
  if (!isGameId(message.game)) fields.refuse(fmt::format("{} is not a game id", docket::quoted(message.game)));
  const auto serial = fields.words("serial", 2);
  message.serial.session = serial[0];
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (serial[0].size() != kSessionDigits || !std::all_of(serial[0].begin(), serial[0].end(), is_digit))
    fields.refuse("\"serial\": expected 16 hexadecimal digits and a number");
  message.serial.number = fields.numberIn(serial[1], "serial", std::numeric_limits<std::int64_t>::max());
  return message;
}

void requirePayload(Fields& fields, std::string_view payload) {
  const auto words = fields.words("payload", 2);
  const auto size = fields.numberIn(words[0], "payload", kMaxPayloadBytes);
  if (size != payload.size()) fields.refuse(fmt::format("the payload has {} bytes, and not {}", payload.size(), size));
  if (fields.hashIn(words[1]) != digest(payload)) fields.refuse("the payload does not match its digest");
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
  requirePayload(fields, payload);
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
  requirePayload(fields, payload);
  return part;
}

AnswerMessage readAnswer(Fields& fields) {
  AnswerMessage answer{readAddress(fields)};
  const auto word = fields.text("says");
  const auto* const says = std::find(kSays.begin(), kSays.end(), word);
  if (says == kSays.end()) fields.refuse(fmt::format("\"says\": {} is unknown", docket::quoted(word)));
  answer.says = static_cast<Says>(says - kSays.begin());
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

Content contentOf(std::string_view text, std::string_view payload) {
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
  const Parts parts = partsOf(bytes);
  const SignedNote note = signedNoteOf(parts.note, std::string(kFile));
  if (note.signatures.size() != 1) throw BadInput("message: expected one signature");
  if (!isSignedBy(note, keys)) throw BadInput("message: it is not signed by a key that is known here");
  Message message{.content = contentOf(note.text, parts.payload), .payload = parts.payload};
  const auto& address = std::visit([](const auto& one) -> const Addressed& { return one; }, message.content);
  if (address.from != note.signatures.front().name)
    throw BadInput(fmt::format("message: it says that it is from {}, and {} signed it", docket::quoted(address.from),
                               docket::quoted(note.signatures.front().name)));
  if (address.to != to) throw BadInput(fmt::format("message: it is for {}", docket::quoted(address.to)));
  return message;
}

Claimed claimedBy(std::string_view bytes) {
  try {
    Fields fields(signedNoteOf(partsOf(bytes).note, std::string(kFile)).text);
    fields.title();
    const Addressed address = readAddress(fields);
    return {.from = address.from, .game = address.game};
  } catch (const BadInput&) {
    return {};
  }
}

}  // namespace docket::relay
