// The keys that sign notes, as text: verifier keys, which are public, and signer keys, which are secret. Both formats
// are those of C2SP's signed-note and of Go's sumdb/note:
//
//   NAME+ID+BASE64              verifier key: BASE64 of the type and 32 bytes of an Ed25519 public key
//   PRIVATE+KEY+NAME+ID+BASE64  signer key: BASE64 of the type and the 32 bytes that the private key is made of
//
// ID is 8 hexadecimal digits: the first 4 bytes of SHA-256(NAME, newline, type, public key).
// Invariant: the id of a key is the one that its name, type and public key have.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace docket {

/// What a key signs: notes (type 1), or other logs' checkpoints, with the time, as a witness (type 4).
enum class KeyType : std::uint8_t { note = 1, cosignature = 4 };

/// The data for checking a key's signatures.
struct VerifierKey {
  std::string name;
  std::uint32_t id = 0;
  KeyType type = KeyType::note;
  std::array<std::uint8_t, 32> public_key{};

  bool operator==(const VerifierKey&) const = default;
};

/// The data for signing: a secret.
struct SignerKey {
  VerifierKey verifier;
  std::array<std::uint8_t, 32> seed{};
};

/// True if a text is a valid key name: UTF-8, not empty, no white space and no "+".
[[nodiscard]] bool isKeyName(std::string_view name);

/// A new random key. Throws BadInput if the name is not valid, or has characters that can affect a terminal.
[[nodiscard]] SignerKey newSignerKey(std::string_view name, KeyType type);
/// The key with a name and a seed.
[[nodiscard]] SignerKey signerKeyFrom(std::string_view name, KeyType type, const std::array<std::uint8_t, 32>& seed);

/// A key as text, without a newline.
[[nodiscard]] std::string textOf(const VerifierKey& key);
[[nodiscard]] std::string textOf(const SignerKey& key);

/// The key in a text, which may end with one newline. `file` is the text's name in errors. Throws BadInput without
/// repeating anything of a signer key.
[[nodiscard]] VerifierKey verifierKeyOf(std::string_view text, const std::string& file);
[[nodiscard]] SignerKey signerKeyOf(std::string_view text, const std::string& file);

}  // namespace docket
