// The Merkle tree of RFC 6962 over the leaves of the log: its root, proofs that it contains a leaf or begins with an
// older tree, and the verification of these proofs. A callback provides the stored hashes.
// Invariant: verification accepts exactly one proof of a fact, the one that these functions make; no length or number
// in a foreign proof makes it read out of bounds.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "events/log/tree_hash.h"

namespace docket {

/// The largest size that a tree can have, in leaves.
inline constexpr std::uint64_t kMaxLeaves = std::uint64_t{1} << 63U;

/// The hash of the complete subtree of 2^level leaves that begins at leaf index * 2^level. Called only for subtrees
/// within the tree.
using SubtreeHash = std::function<TreeHash(unsigned level, std::uint64_t index)>;

/// The root of the tree of the first `size` leaves.
[[nodiscard]] TreeHash rootOf(std::uint64_t size, const SubtreeHash& hashes);

/// The proof that leaf `index` (from 0, less than `size`) is in the tree of the first `size` leaves: from the leaf's
/// sibling up to the root's child.
[[nodiscard]] std::vector<TreeHash> inclusionProof(std::uint64_t index, std::uint64_t size, const SubtreeHash& hashes);

/// The proof that the tree of the first `size` leaves begins with that of the first `old_size` (at most `size`). Empty
/// if the sizes are equal or the old one is 0.
[[nodiscard]] std::vector<TreeHash> consistencyProof(std::uint64_t old_size, std::uint64_t size,
                                                     const SubtreeHash& hashes);

/// True if `proof` shows that the tree of `size` leaves with this root has a leaf with this hash at `index`.
[[nodiscard]] bool includes(const TreeHash& root, std::uint64_t size, std::uint64_t index, const TreeHash& leaf_hash,
                            std::span<const TreeHash> proof);

/// True if `proof` shows that the tree of `size` leaves with this root begins with the tree of `old_size` leaves with
/// `old_root`.
[[nodiscard]] bool consistent(std::uint64_t old_size, const TreeHash& old_root, std::uint64_t size,
                              const TreeHash& root, std::span<const TreeHash> proof);

/// A tree that grows leaf by leaf. A value type: copies grow independently.
class TreeGrowth {
 public:
  /// Called with the hash of each complete subtree when its last leaf is appended.
  using Visit = std::function<void(unsigned level, std::uint64_t index, const TreeHash& hash)>;

  TreeGrowth() = default;
  /// Resumes from a tree of `size` leaves. `frontier`: the hashes of its complete subtrees, in the order of
  /// frontierOf(): from left to right, one for each bit that is set in the size.
  TreeGrowth(std::uint64_t size, std::vector<TreeHash> frontier);

  /// Appends a leaf by its hash, and passes each subtree that it completes to `visit`, the leaf itself first.
  void append(const TreeHash& leaf_hash, const Visit& visit);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] TreeHash root() const;
  [[nodiscard]] const std::vector<TreeHash>& frontier() const { return frontier_; }

 private:
  std::uint64_t size_ = 0;
  std::vector<TreeHash> frontier_;
};

/// A complete subtree: of 2^level leaves, beginning at leaf index * 2^level.
struct Subtree {
  unsigned level;
  std::uint64_t index;
  bool operator==(const Subtree&) const = default;
};

/// The complete subtrees that make up a tree of a size, from left to right.
[[nodiscard]] std::vector<Subtree> frontierOf(std::uint64_t size);

}  // namespace docket
