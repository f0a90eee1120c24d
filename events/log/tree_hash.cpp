#include "events/log/tree_hash.h"

#include <sodium.h>

#include <array>

namespace docket {
namespace {

constexpr std::array<std::uint8_t, 1> kLeaf{0}, kNode{1};

}  // namespace

Digest sha256(std::initializer_list<std::span<const std::uint8_t>> parts) {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  for (const auto part : parts) {
    if (!part.empty()) crypto_hash_sha256_update(&state, part.data(), part.size());
  }
  Digest hash{};
  crypto_hash_sha256_final(&state, hash.data());
  return hash;
}

TreeHash leafHash(std::span<const std::uint8_t> leaf) { return sha256({kLeaf, leaf}); }

TreeHash nodeHash(const TreeHash& left, const TreeHash& right) { return sha256({kNode, left, right}); }

TreeHash emptyRoot() { return sha256({}); }

}  // namespace docket
