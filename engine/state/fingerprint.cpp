#include "engine/state/fingerprint.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>

namespace docket {

static_assert(std::endian::native == std::endian::little, "facts are hashed as little-endian words");

namespace {

/// Inlined into each function below, so that a known length is not checked.
inline Fingerprint hashBytes(const void* bytes, std::size_t size) {
  constexpr std::uint64_t kKey = 0x646F636B65740001;  // "docket" and the version of the facts; never changes
  const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, size, kKey);
  return {.low = hash.low64, .high = hash.high64};
}

}  // namespace

Fingerprint hashWords(const std::uint64_t* words, std::size_t count) { return hashBytes(words, count * sizeof *words); }

template <std::size_t count>
Fingerprint hashWords(const std::array<std::uint64_t, count>& words) {
  return hashBytes(words.data(), sizeof words);
}
template Fingerprint hashWords(const std::array<std::uint64_t, 2>&);
template Fingerprint hashWords(const std::array<std::uint64_t, 3>&);
template Fingerprint hashWords(const std::array<std::uint64_t, 4>&);
template Fingerprint hashWords(const std::array<std::uint64_t, 5>&);
template Fingerprint hashWords(const std::array<std::uint64_t, 6>&);
template Fingerprint hashWords(const std::array<std::uint64_t, 7>&);
template Fingerprint hashWords(const std::array<std::uint64_t, 8>&);

std::string toHex(Fingerprint fingerprint) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(32, '0');
  for (std::size_t i = 0; i < 16; ++i) {
    text[15 - i] = kDigits[fingerprint.high >> (4 * i) & 15U];
    text[31 - i] = kDigits[fingerprint.low >> (4 * i) & 15U];
  }
  return text;
}

}  // namespace docket
