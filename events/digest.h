// BLAKE2b-256 over bytes: what heads, commitments and the digests of documents are made with.
// Invariant: a digest is a function of the bytes alone, not of how they were cut into updates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

/// 32 bytes of BLAKE2b-256.
using Digest = std::array<std::uint8_t, 32>;

/// A game's secret, from which the salts of its hidden fields are derived. Who has it can open them all.
using Secret = std::array<std::uint8_t, 32>;

/// 16 bytes that keep a short value from being guessed out of its commitment.
using Salt = std::array<std::uint8_t, 16>;

/// A digest in the making. It may be copied, to read the digest so far and go on.
class Hash {
 public:
  Hash();

  void update(std::span<const std::uint8_t> bytes);
  void update(std::string_view bytes);
  /// The digest of all bytes given so far; more may follow.
  [[nodiscard]] Digest value() const;

 private:
  friend class SaltsOf;
  friend Digest digest(std::span<const std::uint8_t> bytes);
  Hash(std::span<const std::uint8_t> key, std::size_t bytes);

  alignas(64) std::array<std::byte, 384> state_;  // crypto_generichash_state, which is libsodium's own business
};

/// The digest of these bytes.
[[nodiscard]] Digest digest(std::span<const std::uint8_t> bytes);
[[nodiscard]] Digest digest(std::string_view bytes);

/// Random bytes: a secret for a game that begins, a salt for what has none yet.
[[nodiscard]] Secret newSecret();
[[nodiscard]] Salt newSalt();
/// A salt that only who has the secret can compute; a number and a place give the same one each time.
[[nodiscard]] Salt deriveSalt(const Secret& secret, std::uint32_t number, std::uint16_t place);

/// Derives salts as deriveSalt() does, for many of one secret: the hash is made ready for that once.
class SaltsOf {
 public:
  explicit SaltsOf(const Secret& secret);
  [[nodiscard]] Salt at(std::uint32_t number, std::uint16_t place) const;

 private:
  Hash ready_;
};

/// Lowercase hexadecimal digits, two a byte.
[[nodiscard]] std::string hex(std::span<const std::uint8_t> bytes);

}  // namespace docket
