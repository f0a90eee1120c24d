#include "events/digest.h"

#include <sodium.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace docket {
namespace {

static_assert(sizeof(crypto_generichash_state) <= 384 && alignof(crypto_generichash_state) <= 64);

/// Lets libsodium choose the fastest code for this processor. It gives the same digests without.
void ready() {
  static const int kInitialised = sodium_init();
  if (kInitialised < 0) throw std::runtime_error("libsodium cannot be initialised");
}

template <class Array>
Array random() {
  ready();
  Array bytes;
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

crypto_generichash_state* stateOf(std::array<std::byte, 384>& bytes) {
  return reinterpret_cast<crypto_generichash_state*>(bytes.data());
}

}  // namespace

Hash::Hash() : Hash({}, Digest{}.size()) {}

Hash::Hash(std::span<const std::uint8_t> key, std::size_t bytes) {
  ready();
  crypto_generichash_init(stateOf(state_), key.data(), key.size(), bytes);
}

void Hash::update(std::span<const std::uint8_t> bytes) {
  if (!bytes.empty()) crypto_generichash_update(stateOf(state_), bytes.data(), bytes.size());
}

void Hash::update(std::string_view bytes) {
  update(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

Digest Hash::value() const {
  auto state = state_;
  Digest digest{};
  crypto_generichash_final(stateOf(state), digest.data(), digest.size());
  return digest;
}

Digest digest(std::span<const std::uint8_t> bytes) {
  static const Hash kReady;  // copied, as making one ready costs more
  Hash hash = kReady;
  hash.update(bytes);
  Digest digest{};
  crypto_generichash_final(stateOf(hash.state_), digest.data(), digest.size());
  return digest;
}

Digest digest(std::string_view bytes) {
  return digest(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

Secret newSecret() { return random<Secret>(); }

Salt newSalt() { return random<Salt>(); }

Salt deriveSalt(const Secret& secret, std::uint32_t number, std::uint16_t place) {
  return SaltsOf(secret).at(number, place);
}

SaltsOf::SaltsOf(const Secret& secret) : ready_(secret, Salt{}.size()) {}

Salt SaltsOf::at(std::uint32_t number, std::uint16_t place) const {
  std::array<std::uint8_t, 6> what{};
  for (std::size_t i = 0; i < 4; ++i) what[i] = static_cast<std::uint8_t>(number >> (8 * i));
  for (std::size_t i = 0; i < 2; ++i) what[4 + i] = static_cast<std::uint8_t>(place >> (8 * i));
  Hash hash = ready_;
  hash.update(what);
  Salt salt{};
  crypto_generichash_final(stateOf(hash.state_), salt.data(), salt.size());
  return salt;
}

Digest digestOrZero(std::span<const std::uint8_t> bytes) {
  Digest digest{};
  if (bytes.size() == digest.size()) std::copy(bytes.begin(), bytes.end(), digest.begin());
  return digest;
}

std::string hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const auto byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::optional<Digest> digestOfHex(std::string_view digits) {
  Digest digest{};
  std::size_t bytes = 0;
  const int failed =
      sodium_hex2bin(digest.data(), digest.size(), digits.data(), digits.size(), nullptr, &bytes, nullptr);
  return failed == 0 && bytes == digest.size() ? std::optional(digest) : std::nullopt;
}

}  // namespace docket
