#include "tools/relay/signed_message.h"

#include <fmt/format.h>

#include <limits>
#include <range/v3/algorithm/find.hpp>

#include "events/errors.h"
#include "events/log/big_endian.h"
#include "events/log/signed_note.h"
#include "events/text/quoted.h"

namespace docket::relay {
namespace {

constexpr std::string_view kFile = "message";
constexpr std::size_t kLengthBytes = 4;

std::span<const std::uint8_t> bytesOf(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
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

}  // namespace

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

SignedMessage signedMessageOf(std::string_view bytes, std::span<const VerifierKey> keys) {
  const Parts parts = partsOf(bytes);
  SignedNote note = signedNoteOf(parts.note, std::string(kFile));
  if (note.signatures.size() != 1) throw BadInput("message: expected one signature");
  if (!isSignedBy(note, keys)) throw BadInput("message: it is not signed by a key that is known here");
  return {.text = std::move(note.text), .payload = parts.payload, .signer = note.signatures.front().name};
}

std::string unsignedTextOf(std::string_view bytes) {
  return signedNoteOf(partsOf(bytes).note, std::string(kFile)).text;
}

void requireAddress(const SignedMessage& message, std::string_view from, std::string_view to, std::string_view reader) {
  if (from != message.signer)
    throw BadInput(fmt::format("message: it says that it is from {}, and {} signed it", docket::quoted(from),
                               docket::quoted(message.signer)));
  if (to != reader) throw BadInput(fmt::format("message: it is for {}", docket::quoted(to)));
}

std::string_view Fields::text(std::string_view word) {
  const auto value = lines_.takeAfter(word, fmt::format("\"{} ...\"", word));
  if (value.empty()) lines_.refuse(fmt::format("\"{}\" is empty", word));
  return value;
}

std::uint32_t Fields::count(std::string_view word) {
  return static_cast<std::uint32_t>(number(word, std::numeric_limits<std::uint32_t>::max() - 1));
}

std::vector<std::string_view> Fields::words(std::string_view word, std::size_t count) {
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

std::uint64_t Fields::numberIn(std::string_view text, std::string_view word, std::uint64_t most) const {
  const auto number = numberOf(text);
  if (!number || *number > most)
    lines_.refuse(fmt::format("\"{}\": expected a number up to {}, found {}", word, most, docket::quoted(text)));
  return *number;
}

Digest Fields::hashIn(std::string_view text) const {
  const auto hash = hashOfBase64(text);
  if (!hash) lines_.refuse(fmt::format("expected 32 bytes in base64, found {}", docket::quoted(text)));
  return *hash;
}

std::string Fields::sessionIn(std::string_view text, std::string_view word) const {
  constexpr std::size_t kDigits = 16;
  if (text.size() != kDigits || text.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    refuse(fmt::format("\"{}\": expected 16 hexadecimal digits", word));
  return std::string(text);
}

std::size_t Fields::oneOf(std::string_view word, std::span<const std::string_view> words) {
  const auto found = text(word);
  const auto at = ranges::find(words, found);
  if (at == words.end()) refuse(fmt::format("\"{}\": {} is unknown", word, docket::quoted(found)));
  return static_cast<std::size_t>(at - words.begin());
}

void Fields::requirePayload(std::string_view payload) {
  const auto found = words("payload", 2);
  const auto size = numberIn(found[0], "payload", kMaxPayloadBytes);
  if (size != payload.size()) refuse(fmt::format("the payload has {} bytes, and not {}", payload.size(), size));
  if (hashIn(found[1]) != digest(payload)) refuse("the payload does not match its digest");
}

bool Fields::next(std::string_view word) const { return lines_.rest().starts_with(fmt::format("{} ", word)); }

void Fields::end() {
  if (lines_.isAtEnd()) return;
  lines_.take("a line");
  lines_.refuse("expected the end of the note");
}

}  // namespace docket::relay
