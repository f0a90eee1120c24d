// A log for tests: made-up games, the first leaf the key that signs it, with checkpoints of each size and proofs.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "events/log/proof_file.h"
#include "tests/events/log/grown_tree.h"

namespace docket::test {

inline std::array<std::uint8_t, 32> filledSeed(std::uint8_t byte) {
  std::array<std::uint8_t, 32> seed{};
  seed.fill(byte);
  return seed;
}

struct SampleLog {
  SignerKey key = signerKeyFrom("example.com/archive", KeyType::note, filledSeed(1));
  SignerKey witness = signerKeyFrom("witness.example/w1", KeyType::cosignature, filledSeed(2));
  GrownTree tree;

  explicit SampleLog(std::uint64_t size) {
    for (std::uint64_t i = 0; i < size; ++i) tree.append(bytesOf(leaf(i)));
  }

  [[nodiscard]] static IdOpening opening(std::uint64_t index) {
    IdOpening opening{.salt = {}, .id = fmt::format("samples/game-{}", index)};
    opening.salt.fill(static_cast<std::uint8_t>(index));
    return opening;
  }
  [[nodiscard]] Leaf leaf(std::uint64_t index) const {
    if (index == 0) return KeyLeaf{.change = KeyChange::begins, .verifier_key = textOf(key.verifier)};
    GameLeaf leaf{.count = static_cast<std::uint32_t>(index)};
    if (index % 7 == 0) {
      leaf.kind = LeafKind::laterSegment;
      leaf.follows = index - 1;
    }
    leaf.id_commitment = idCommitment(opening(index).id, opening(index).salt);
    leaf.head = digest(opening(index).id);
    return leaf;
  }
  [[nodiscard]] SignedCheckpoint checkpoint(std::uint64_t size) const {
    return signedCheckpoint(size, rootOf(size, tree.hashes()), key);
  }
  /// In the whole log. The leaf of a game is opened.
  [[nodiscard]] InclusionProof inclusion(std::uint64_t index) const {
    const std::uint64_t size = tree.leaves.size();
    InclusionProof proof{.leaf = leaf(index),
                         .opening = {},
                         .index = index,
                         .hashes = inclusionProof(index, size, tree.hashes()),
                         .checkpoint = checkpoint(size)};
    if (index != 0) proof.opening = opening(index);
    return proof;
  }
  /// Of the whole log.
  [[nodiscard]] ConsistencyProof consistency(std::uint64_t old_size) const {
    const std::uint64_t size = tree.leaves.size();
    return {.old_size = old_size,
            .hashes = consistencyProof(old_size, size, tree.hashes()),
            .checkpoint = checkpoint(size)};
  }
};

}  // namespace docket::test
