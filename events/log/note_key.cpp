#include "events/log/note_key.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>

#include "events/errors.h"
#include "events/log/big_endian.h"
#include "events/log/note_lines.h"
#include "events/log/tree_hash.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"

namespace docket {
namespace {

constexpr std::string_view kPrivate = "PRIVATE+KEY+";

/// True if Unicode calls the character a space.
bool isSpace(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// A type and the 32 bytes of a key.
using TypedBytes = std::array<std::uint8_t, 33>;

TypedBytes typedBytes(KeyType type, const std::array<std::uint8_t, 32>& bytes) {
  TypedBytes typed{static_cast<std::uint8_t>(type)};
  std::copy(bytes.begin(), bytes.end(), typed.begin() + 1);
  return typed;
}

std::uint32_t idOf(std::string_view name, KeyType type, const std::array<std::uint8_t, 32>& public_key) {
  const Digest hash = sha256({asBytes(name), asBytes("\n"), typedBytes(type, public_key)});
  return static_cast<std::uint32_t>(fromBigEndian(std::span(hash).first<4>()));
}

/// The parts of a key's text after its prefix.
struct KeyParts {
  std::string_view name, id;
  KeyType type;
  std::array<std::uint8_t, 32> bytes;
};

std::optional<KeyParts> partsOf(std::string_view text) {
  const std::size_t after_name = text.find('+');
  if (after_name == std::string_view::npos) return std::nullopt;
  const std::size_t after_id = text.find('+', after_name + 1);  // base64 can have a "+" too
  if (after_id == std::string_view::npos) return std::nullopt;
  KeyParts parts{.name = text.substr(0, after_name), .id = text.substr(after_name + 1, after_id - after_name - 1)};
  const auto typed = bytesOfBase64(text.substr(after_id + 1));
  if (!isKeyName(parts.name) || !typed || typed->size() != TypedBytes{}.size()) return std::nullopt;
  parts.type = static_cast<KeyType>(typed->front());
  if (parts.type != KeyType::note && parts.type != KeyType::cosignature) return std::nullopt;
  std::copy(typed->begin() + 1, typed->end(), parts.bytes.begin());
  return parts;
}

std::string_view withoutNewline(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

std::string idText(const VerifierKey& key) { return fmt::format("{:08x}", key.id); }

}  // namespace

bool isKeyName(std::string_view name) {
  if (name.empty() || name.find('+') != std::string_view::npos) return false;
  while (!name.empty()) {
    const Character first = firstCharacter(name);
    if (!first.valid || first.value < 0x20 || isSpace(first.value)) return false;
    name.remove_prefix(first.bytes);
  }
  return true;
}

SignerKey newSignerKey(std::string_view name, KeyType type) {
  if (!isKeyName(name) || printable(name) != name) {
    throw BadInput(
        fmt::format("{} cannot be the name of a key: it needs at least one character, no space and no \"+\"; "
                    "the address of a page without https:// is usual, as in example.com/archive",
                    docket::quoted(name)));
  }
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be initialised");
  std::array<std::uint8_t, 32> seed{};
  randombytes_buf(seed.data(), seed.size());
  return signerKeyFrom(name, type, seed);
}

SignerKey signerKeyFrom(std::string_view name, KeyType type, const std::array<std::uint8_t, 32>& seed) {
  SignerKey key{.verifier = {.name = std::string(name), .type = type}, .seed = seed};
  std::array<std::uint8_t, crypto_sign_SECRETKEYBYTES> secret{};
  crypto_sign_seed_keypair(key.verifier.public_key.data(), secret.data(), seed.data());
  sodium_memzero(secret.data(), secret.size());
  key.verifier.id = idOf(name, type, key.verifier.public_key);
  return key;
}

std::string textOf(const VerifierKey& key) {
  return fmt::format("{}+{}+{}", key.name, idText(key), base64(typedBytes(key.type, key.public_key)));
}

std::string textOf(const SignerKey& key) {
  return fmt::format("{}{}+{}+{}", kPrivate, key.verifier.name, idText(key.verifier),
                     base64(typedBytes(key.verifier.type, key.seed)));
}

VerifierKey verifierKeyOf(std::string_view text, const std::string& file) {
  text = withoutNewline(text);
  // A private key is not shown, even if it is given in place of a public one.
  if (text.starts_with(kPrivate))
    throw BadInput(file, 1, 1, "expected a verifier key, found a signer key, which is secret");
  const auto parts = partsOf(text);
  if (!parts)
    throw BadInput(file, 1, 1, fmt::format("expected a verifier key, NAME+ID+BASE64, found {}", docket::quoted(text)));
  VerifierKey key{.name = std::string(parts->name), .type = parts->type, .public_key = parts->bytes};
  key.id = idOf(key.name, key.type, key.public_key);
  if (parts->id != idText(key))
    throw BadInput(file, 1, parts->name.size() + 2,
                   fmt::format("the key's id is {}, found {}", idText(key), docket::quoted(parts->id)));
  return key;
}

SignerKey signerKeyOf(std::string_view text, const std::string& file) {
  text = withoutNewline(text);
  const auto parts = text.starts_with(kPrivate) ? partsOf(text.substr(kPrivate.size())) : std::nullopt;
  if (!parts) throw BadInput(file, 1, 1, "expected a signer key, PRIVATE+KEY+NAME+ID+BASE64");
  SignerKey key = signerKeyFrom(parts->name, parts->type, parts->bytes);
  if (parts->id != idText(key.verifier))
    throw BadInput(file, 1, kPrivate.size() + parts->name.size() + 2, "the key's id is of another key");
  return key;
}

}  // namespace docket
