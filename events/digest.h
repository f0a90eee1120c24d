// BLAKE2b-256 over bytes: used for heads, commitments and the digests of documents.
// Invariant: a digest depends only on the bytes, not on how they were split into updates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

/// 32 bytes of BLAKE2b-256.
using Digest = std::array<std::uint8_t, 32>;

/// A game's secret, from which the salts of its hidden fields are derived. It opens all of them.
using Secret = std::array<std::uint8_t, 32>;

/// 16 bytes that prevent guessing a short value from its commitment.
using Salt = std::array<std::uint8_t, 16>;

/// An incremental digest. Copy it to read the digest so far and continue.
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

  alignas(64) std::array<std::byte, 384> state_;  // crypto_generichash_state, private to libsodium
};

/// The digest of these bytes.
[[nodiscard]] Digest digest(std::span<const std::uint8_t> bytes);
[[nodiscard]] Digest digest(std::string_view bytes);

/// Random bytes: a secret for a new game, a salt for a value without one.
[[nodiscard]] Secret newSecret();
[[nodiscard]] Salt newSalt();
/// A salt that requires the secret; the same number and place always give the same salt.
[[nodiscard]] Salt deriveSalt(const Secret& secret, std::uint32_t number, std::uint16_t place);

/// Derives the same salts as deriveSalt(), for many salts of one secret: prepares the hash once.
class SaltsOf {
 public:
  explicit SaltsOf(const Secret& secret);
  [[nodiscard]] Salt at(std::uint32_t number, std::uint16_t place) const;

 private:
  Hash ready_;
};

/// The bytes as a digest; zero if there are not as many as a digest has.
[[nodiscard]] Digest digestOrZero(std::span<const std::uint8_t> bytes);

/// Lowercase hexadecimal digits, two a byte.
[[nodiscard]] std::string hex(std::span<const std::uint8_t> bytes);
/// The digest that these hexadecimal digits write; empty if they do not write one.
[[nodiscard]] std::optional<Digest> digestOfHex(std::string_view digits);

}  // namespace docket
