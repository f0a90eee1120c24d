// The hashes of the log's tree: SHA-256 as in RFC 6962, so that other programs compute the same roots.
// Invariant: the inputs of leaf and node hashes begin with different bytes, so neither can pass for the other.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "events/digest.h"

namespace docket {

/// 32 bytes of SHA-256: the hash of a leaf, of a subtree or of a whole tree, which is its root. (Heads and documents
/// have digests of BLAKE2b; both are 32 bytes.)
using TreeHash = Digest;

/// SHA-256 of parts, one after the other.
[[nodiscard]] Digest sha256(std::initializer_list<std::span<const std::uint8_t>> parts);
/// The bytes of a text, to be hashed.
[[nodiscard]] inline std::span<const std::uint8_t> asBytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// SHA-256 of the byte 0 and the leaf.
[[nodiscard]] TreeHash leafHash(std::span<const std::uint8_t> leaf);
/// SHA-256 of the byte 1, the left hash and the right one.
[[nodiscard]] TreeHash nodeHash(const TreeHash& left, const TreeHash& right);
/// The root of a tree without leaves: SHA-256 of nothing.
[[nodiscard]] TreeHash emptyRoot();

}  // namespace docket
