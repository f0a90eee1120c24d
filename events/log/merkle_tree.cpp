#include "events/log/merkle_tree.h"

#include <kj/debug.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace docket {
namespace {

/// How many leaves the left side of a tree of this size has: the largest power of two below it.
std::uint64_t leftOf(std::uint64_t size) { return std::bit_floor(size - 1); }

/// The hash of the leaves from `begin` on. Such a range begins at a multiple of the power of two that holds its size.
TreeHash rangeHash(std::uint64_t begin, std::uint64_t size, const SubtreeHash& hashes) {
  if (std::has_single_bit(size)) {
    const auto level = static_cast<unsigned>(std::countr_zero(size));
    return hashes(level, begin >> level);
  }
  const std::uint64_t left = leftOf(size);
  return nodeHash(rangeHash(begin, left, hashes), rangeHash(begin + left, size - left, hashes));
}

/// The root over complete subtrees from left to right.
TreeHash rootOver(std::span<const TreeHash> frontier) {
  if (frontier.empty()) return emptyRoot();
  TreeHash root = frontier.back();
  for (std::size_t i = frontier.size() - 1; i-- > 0;) root = nodeHash(frontier[i], root);
  return root;
}

}  // namespace

TreeHash rootOf(std::uint64_t size, const SubtreeHash& hashes) {
  KJ_REQUIRE(size <= kMaxLeaves, "a tree has fewer leaves", size);
  return size == 0 ? emptyRoot() : rangeHash(0, size, hashes);
}

std::vector<TreeHash> inclusionProof(std::uint64_t index, std::uint64_t size, const SubtreeHash& hashes) {
  KJ_REQUIRE(index < size && size <= kMaxLeaves, "a proof is of a leaf of the tree", index, size);
  std::vector<TreeHash> proof;
  std::uint64_t begin = 0;
  while (size > 1) {  // from the root down; the proof is written from the leaf up
    const std::uint64_t left = leftOf(size);
    if (index - begin < left) {
      proof.push_back(rangeHash(begin + left, size - left, hashes));
      size = left;
    } else {
      proof.push_back(rangeHash(begin, left, hashes));
      begin += left;
      size -= left;
    }
  }
  std::reverse(proof.begin(), proof.end());
  return proof;
}

std::vector<TreeHash> consistencyProof(std::uint64_t old_size, std::uint64_t size, const SubtreeHash& hashes) {
  KJ_REQUIRE(old_size <= size && size <= kMaxLeaves, "a tree begins with a smaller one", old_size, size);
  std::vector<TreeHash> proof;
  if (old_size == 0) return proof;
  std::uint64_t begin = 0;
  while (begin + size != old_size) {  // the range that the old tree ends within
    const std::uint64_t left = leftOf(size);
    if (old_size - begin <= left) {
      proof.push_back(rangeHash(begin + left, size - left, hashes));
      size = left;
    } else {
      proof.push_back(rangeHash(begin, left, hashes));
      begin += left;
      size -= left;
    }
  }
  // If the old tree is a subtree of the new one, the verifier has its hash: it is the old root.
  if (begin != 0) proof.push_back(rangeHash(begin, size, hashes));
  std::reverse(proof.begin(), proof.end());
  return proof;
}

bool includes(const TreeHash& root, std::uint64_t size, std::uint64_t index, const TreeHash& leaf_hash,
              std::span<const TreeHash> proof) {
  if (size > kMaxLeaves || index >= size) return false;
  // RFC 9162, 2.1.3.2: `at` is the place of the hash within its level, `last` that of the last one.
  std::uint64_t at = index, last = size - 1;
  TreeHash hash = leaf_hash;
  for (const TreeHash& sibling : proof) {
    if (last == 0) return false;
    if ((at & 1U) != 0 || at == last) {
      hash = nodeHash(sibling, hash);
      while ((at & 1U) == 0 && at != 0) at >>= 1U, last >>= 1U;
    } else {
      hash = nodeHash(hash, sibling);
    }
    at >>= 1U;
    last >>= 1U;
  }
  return last == 0 && hash == root;
}

bool consistent(std::uint64_t old_size, const TreeHash& old_root, std::uint64_t size, const TreeHash& root,
                std::span<const TreeHash> proof) {
  if (size > kMaxLeaves || old_size > size) return false;
  if (size == 0 && root != emptyRoot()) return false;
  if (old_size == 0) return proof.empty() && old_root == emptyRoot();
  if (old_size == size) return proof.empty() && old_root == root;
  // RFC 9162, 2.1.4.2. A proof that begins with the old root leaves it out if it is a subtree of the new tree.
  const bool old_is_subtree = std::has_single_bit(old_size);
  if (!old_is_subtree && proof.empty()) return false;
  std::uint64_t at = old_size - 1, last = size - 1;
  while ((at & 1U) != 0) at >>= 1U, last >>= 1U;
  TreeHash old_hash = old_is_subtree ? old_root : proof.front();
  TreeHash hash = old_hash;
  for (const TreeHash& sibling : proof.subspan(old_is_subtree ? 0 : 1)) {
    if (last == 0) return false;
    if ((at & 1U) != 0 || at == last) {
      old_hash = nodeHash(sibling, old_hash);
      hash = nodeHash(sibling, hash);
      while ((at & 1U) == 0 && at != 0) at >>= 1U, last >>= 1U;
    } else {
      hash = nodeHash(hash, sibling);
    }
    at >>= 1U;
    last >>= 1U;
  }
  return last == 0 && old_hash == old_root && hash == root;
}

TreeGrowth::TreeGrowth(std::uint64_t size, std::vector<TreeHash> frontier)
    : size_(size), frontier_(std::move(frontier)) {
  KJ_REQUIRE(size <= kMaxLeaves && frontier_.size() == static_cast<std::size_t>(std::popcount(size)),
             "a hash for each complete subtree", size, frontier_.size());
}

void TreeGrowth::append(const TreeHash& leaf_hash, const Visit& visit) {
  KJ_REQUIRE(size_ < kMaxLeaves, "the tree is full");
  TreeHash hash = leaf_hash;
  visit(0, size_, hash);
  unsigned level = 0;
  for (; ((size_ >> level) & 1U) != 0; ++level) {
    hash = nodeHash(frontier_.back(), hash);
    frontier_.pop_back();
    visit(level + 1, size_ >> (level + 1), hash);
  }
  frontier_.push_back(hash);
  ++size_;
}

TreeHash TreeGrowth::root() const { return rootOver(frontier_); }

std::vector<Subtree> frontierOf(std::uint64_t size) {
  std::vector<Subtree> frontier;
  for (std::uint64_t begin = 0; begin < size;) {
    const auto level = static_cast<unsigned>(std::bit_width(size - begin)) - 1;
    frontier.push_back({.level = level, .index = begin >> level});
    begin += std::uint64_t{1} << level;
  }
  return frontier;
}

}  // namespace docket
