#include "events/log/tree_hash.h"

#include <sodium.h>

#include <array>
#include <initializer_list>

namespace docket {
namespace {

constexpr std::array<std::uint8_t, 1> kLeaf{0}, kNode{1};

Digest sha256Of(std::initializer_list<std::span<const std::uint8_t>> parts) {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  for (const auto part : parts) {
    if (!part.empty()) crypto_hash_sha256_update(&state, part.data(), part.size());
  }
  Digest hash{};
  crypto_hash_sha256_final(&state, hash.data());
  return hash;
}

}  // namespace

Digest sha256(std::string_view bytes) {
  return sha256Of({std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())});
}

TreeHash leafHash(std::span<const std::uint8_t> leaf) { return sha256Of({kLeaf, leaf}); }

TreeHash nodeHash(const TreeHash& left, const TreeHash& right) { return sha256Of({kNode, left, right}); }

TreeHash emptyRoot() { return sha256Of({}); }

}  // namespace docket
