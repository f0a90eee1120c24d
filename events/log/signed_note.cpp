#include "events/log/signed_note.h"

#include <fmt/format.h>
#include <kj/debug.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <limits>

#include "events/errors.h"
#include "events/log/big_endian.h"
#include "events/log/note_lines.h"
#include "events/log/tree_hash.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"

namespace docket {
namespace {

constexpr std::string_view kDash = "\xE2\x80\x94 ";  // em dash and a space
constexpr std::size_t kIdBytes = 4, kTimeBytes = 8;

using Ed25519 = std::array<std::uint8_t, crypto_sign_BYTES>;

Ed25519 signatureOver(std::string_view text, const SignerKey& key) {
  std::array<std::uint8_t, crypto_sign_PUBLICKEYBYTES> public_key{};
  std::array<std::uint8_t, crypto_sign_SECRETKEYBYTES> secret{};
  crypto_sign_seed_keypair(public_key.data(), secret.data(), key.seed.data());
  Ed25519 signature{};
  crypto_sign_detached(signature.data(), nullptr, asBytes(text).data(), text.size(), secret.data());
  sodium_memzero(secret.data(), secret.size());
  return signature;
}

bool isSignature(std::span<const std::uint8_t> signature, std::string_view text, const VerifierKey& key) {
  return signature.size() == crypto_sign_BYTES &&
         crypto_sign_verify_detached(signature.data(), asBytes(text).data(), text.size(), key.public_key.data()) == 0;
}

std::string cosignedText(std::string_view text, std::uint64_t seconds) {
  return fmt::format("cosignature/v1\ntime {}\n{}", seconds, text);
}

bool isTime(std::uint64_t seconds) { return seconds != 0 && seconds <= std::numeric_limits<std::int64_t>::max(); }

/// Throws BadInput, with the place, if a text is not UTF-8 or has a control character.
void requireText(std::string_view text, const std::string& file, std::size_t line) {
  std::size_t line_begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = firstCharacter(text.substr(at));
    if (!character.valid) throw BadInput(file, line, at - line_begin + 1, "expected UTF-8");
    if (character.value == '\n') {
      ++line;
      line_begin = at + 1;
    } else if (character.value < 0x20) {
      throw BadInput(file, line, at - line_begin + 1, "a note has no control character but newlines");
    }
    at += character.bytes;
  }
}

NoteSignature takeSignature(NoteLines& lines) {
  constexpr std::string_view kExpected = "a line with a signature: an em dash, the name of a key, base64";
  std::string_view line = lines.take(kExpected);
  const std::size_t space = line.find(' ', std::min(kDash.size(), line.size()));
  if (!line.starts_with(kDash) || space == std::string_view::npos)
    lines.refuse(fmt::format("expected {}, found {}", kExpected, docket::quoted(line)));
  const std::string_view name = line.substr(kDash.size(), space - kDash.size());
  if (!isKeyName(name)) lines.refuse(fmt::format("{} is not a key name", docket::quoted(name)), kDash.size() + 1);
  const auto bytes = bytesOfBase64(line.substr(space + 1));
  if (!bytes || bytes->size() <= kIdBytes)
    lines.refuse("expected at least 5 bytes in base64, the key's id and a signature", space + 2);
  return {.name = std::string(name),
          .key_id = static_cast<std::uint32_t>(fromBigEndian(std::span(*bytes).first(kIdBytes))),
          .bytes = {bytes->begin() + kIdBytes, bytes->end()}};
}

}  // namespace

std::string textOf(const SignedNote& note) {
  std::string text = note.text + "\n";
  for (const NoteSignature& signature : note.signatures) {
    std::vector<std::uint8_t> bytes;
    appendBigEndian(bytes, signature.key_id, kIdBytes);
    bytes.insert(bytes.end(), signature.bytes.begin(), signature.bytes.end());
    text += fmt::format("{}{} {}\n", kDash, signature.name, base64(bytes));
  }
  return text;
}

SignedNote signedNoteOf(std::string_view text, const std::string& file, std::size_t first_line) {
  if (text.size() > kMaxNoteBytes)
    throw BadInput(file, first_line, 0,
                   fmt::format("{} bytes, the maximum of a note is {}", text.size(), kMaxNoteBytes));
  requireText(text, file, first_line);
  // The text may have empty lines: the last one separates it from the signatures.
  const std::size_t end = text.rfind("\n\n");
  if (end == std::string_view::npos)
    throw BadInput(file, first_line, 0, "expected a signed note: a text, an empty line and signatures");
  SignedNote note{.text = std::string(text.substr(0, end + 1)), .signatures = {}};
  const auto lines_of_text = static_cast<std::size_t>(std::count(note.text.begin(), note.text.end(), '\n'));
  NoteLines lines(text.substr(end + 2), file, first_line + lines_of_text + 1);
  do {
    NoteSignature signature = takeSignature(lines);
    if (std::find(note.signatures.begin(), note.signatures.end(), signature) != note.signatures.end())
      lines.refuse("this signature appears here twice");
    note.signatures.push_back(std::move(signature));
    if (note.signatures.size() > kMaxSignatures)
      lines.refuse(fmt::format("too many signatures, the maximum is {}", kMaxSignatures));
  } while (!lines.isAtEnd());
  return note;
}

NoteSignature sign(std::string_view text, const SignerKey& key) {
  KJ_REQUIRE(key.verifier.type == KeyType::note, "a key signs what its type says");
  const Ed25519 signature = signatureOver(text, key);
  return {.name = key.verifier.name, .key_id = key.verifier.id, .bytes = {signature.begin(), signature.end()}};
}

NoteSignature cosign(std::string_view text, const SignerKey& key, std::uint64_t seconds) {
  KJ_REQUIRE(key.verifier.type == KeyType::cosignature && isTime(seconds), "a key signs what its type says", seconds);
  NoteSignature made{.name = key.verifier.name, .key_id = key.verifier.id, .bytes = {}};
  appendBigEndian(made.bytes, seconds, kTimeBytes);
  const Ed25519 signature = signatureOver(cosignedText(text, seconds), key);
  made.bytes.insert(made.bytes.end(), signature.begin(), signature.end());
  return made;
}

std::vector<KnownSignature> knownSignatures(const SignedNote& note, std::span<const VerifierKey> keys) {
  std::vector<KnownSignature> known;
  for (const NoteSignature& signature : note.signatures) {
    for (const VerifierKey& key : keys) {
      if (key.name != signature.name || key.id != signature.key_id) continue;
      KnownSignature one{.key = key, .good = false, .seconds = {}};
      const std::span bytes(signature.bytes);
      if (key.type == KeyType::note) {
        one.good = isSignature(bytes, note.text, key);
      } else if (bytes.size() > kTimeBytes) {
        const std::uint64_t seconds = fromBigEndian(bytes.first(kTimeBytes));
        one.seconds = seconds;
        one.good = isTime(seconds) && isSignature(bytes.subspan(kTimeBytes), cosignedText(note.text, seconds), key);
      }
      known.push_back(std::move(one));
    }
  }
  return known;
}

bool isSignedBy(const SignedNote& note, std::span<const VerifierKey> keys) {
  const auto known = knownSignatures(note, keys);
  return !known.empty() && std::all_of(known.begin(), known.end(), [](const KnownSignature& one) { return one.good; });
}

}  // namespace docket
