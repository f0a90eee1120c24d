// The tree and its proofs, against known roots, against an independent implementation of RFC 6962, and against every
// possible alteration of a proof.
#include "events/log/merkle_tree.h"

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "tests/events/log/grown_tree.h"

namespace docket::merkle_tree_test {
namespace {

using test::grownTree;
using test::GrownTree;

constexpr std::uint64_t kMaxTried = 300;

using Hashes = std::vector<TreeHash>;

/// RFC 6962, 2.1: the hash of a list of leaves, given their hashes.
TreeHash listHash(std::span<const TreeHash> leaves) {
  if (leaves.empty()) return emptyRoot();
  if (leaves.size() == 1) return leaves.front();
  std::size_t left = 1;
  while (left * 2 < leaves.size()) left *= 2;
  return nodeHash(listHash(leaves.first(left)), listHash(leaves.subspan(left)));
}

Hashes leafHashes(const GrownTree& tree) {
  Hashes hashes;
  for (const auto& leaf : tree.leaves) hashes.push_back(leafHash(leaf));
  return hashes;
}

/// Altered proofs are tried for every size up to here and around 256; others are only proved, which takes less time.
bool isAltered(std::uint64_t size) { return size <= 130 || (size >= 252 && size <= 260); }

/// Tries what a proof can become, each with what it should no longer prove.
template <class Proves>
void expectAlteredRefused(const Hashes& proof, Proves&& proves) {
  for (std::size_t i = 0; i < proof.size(); ++i) {
    for (const std::size_t bit : {std::size_t{0}, 8 * (i % 32) + 3, std::size_t{255}}) {
      Hashes flipped = proof;
      flipped[i][bit / 8] = static_cast<std::uint8_t>(flipped[i][bit / 8] ^ (1U << (bit % 8)));
      ASSERT_FALSE(proves(flipped)) << "bit " << bit << " of hash " << i;
    }
    Hashes dropped = proof;
    dropped.erase(dropped.begin() + static_cast<std::ptrdiff_t>(i));
    ASSERT_FALSE(proves(dropped)) << "without hash " << i;
    if (i + 1 < proof.size()) {
      Hashes swapped = proof;
      std::swap(swapped[i], swapped[i + 1]);
      ASSERT_FALSE(proves(swapped)) << "hash " << i << " after the next";
    }
  }
  for (std::size_t i = 0; i <= proof.size(); ++i) {
    Hashes added = proof;
    added.insert(added.begin() + static_cast<std::ptrdiff_t>(i), i == 0 ? TreeHash{} : proof[i - 1]);
    ASSERT_FALSE(proves(added)) << "one more before hash " << i;
  }
}

TEST(MerkleTree, HasTheRootsPublishedByCertificateTransparency) {
  const std::vector<std::vector<std::uint8_t>> leaves = {
      {},
      {0x00},
      {0x10},
      {0x20, 0x21},
      {0x30, 0x31},
      {0x40, 0x41, 0x42, 0x43},
      {0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57},
      {0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f}};
  constexpr std::array<std::string_view, 8> kRoots{"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                                                   "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                                                   "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
                                                   "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                                                   "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
                                                   "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
                                                   "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
                                                   "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};
  EXPECT_EQ(hex(emptyRoot()), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(rootOf(0, {}), emptyRoot());
  GrownTree tree;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    tree.append(leaves[i]);
    EXPECT_EQ(hex(rootOf(i + 1, tree.hashes())), kRoots[i]) << i + 1;
    EXPECT_EQ(hex(tree.growth.root()), kRoots[i]) << i + 1;
  }
}

TEST(MerkleTree, OfEverySizeHasTheDefinedRoot) {
  const GrownTree tree = grownTree(kMaxTried);
  const Hashes leaves = leafHashes(tree);
  GrownTree grown;
  for (std::uint64_t size = 0; size <= kMaxTried; ++size) {
    const TreeHash root = listHash(std::span(leaves).first(size));
    EXPECT_EQ(rootOf(size, tree.hashes()), root) << size;
    EXPECT_EQ(grown.growth.root(), root) << size;
    if (size < kMaxTried) grown.append(tree.leaves[size]);
  }
  EXPECT_EQ(grown.kept, tree.kept);
}

TEST(MerkleTree, GrowsFromItsSubtrees) {
  const GrownTree whole = grownTree(kMaxTried);
  for (const std::uint64_t begin : {0U, 1U, 7U, 8U, 255U, 256U, 299U}) {
    Hashes frontier;
    for (const Subtree& one : frontierOf(begin)) frontier.push_back(whole.kept.at({one.level, one.index}));
    TreeGrowth growth(begin, frontier);
    EXPECT_EQ(growth.root(), rootOf(begin, whole.hashes()));
    for (std::uint64_t i = begin; i < kMaxTried; ++i) {
      growth.append(leafHash(whole.leaves[i]), [&](unsigned level, std::uint64_t index, const TreeHash& hash) {
        EXPECT_EQ(hash, whole.kept.at({level, index}));
      });
    }
    EXPECT_EQ(growth.root(), whole.growth.root()) << begin;
    EXPECT_EQ(growth.frontier(), whole.growth.frontier()) << begin;
  }
}

TEST(MerkleTree, ProvesExactlyTheLeavesOfEverySize) {
  const GrownTree tree = grownTree(kMaxTried);
  const Hashes leaves = leafHashes(tree);
  for (std::uint64_t size = 1; size <= kMaxTried; ++size) {
    const TreeHash root = rootOf(size, tree.hashes());
    for (std::uint64_t index = 0; index < size; ++index) {
      SCOPED_TRACE(::testing::Message() << "leaf " << index << " of " << size);
      const Hashes proof = inclusionProof(index, size, tree.hashes());
      ASSERT_TRUE(includes(root, size, index, leaves[index], proof));
      if (isAltered(size)) {
        ASSERT_NO_FATAL_FAILURE(expectAlteredRefused(
            proof, [&](const Hashes& altered) { return includes(root, size, index, leaves[index], altered); }));
      }
      ASSERT_FALSE(includes(root, size, index, leaves[(index + 1) % kMaxTried], proof));
      ASSERT_FALSE(includes(root, size, size, leaves[index], proof));
      ASSERT_FALSE(includes(tree.kept.at({0, index}), size + kMaxTried, index, leaves[index], proof));
    }
  }
}

TEST(MerkleTree, ProvesNoLeafAtAnotherPlace) {
  const GrownTree tree = grownTree(70);
  for (std::uint64_t size = 1; size <= 70; ++size) {
    const TreeHash root = rootOf(size, tree.hashes());
    for (std::uint64_t index = 0; index < size; ++index) {
      const Hashes proof = inclusionProof(index, size, tree.hashes());
      for (std::uint64_t other = 0; other <= size; ++other) {
        ASSERT_EQ(includes(root, size, other, leafHash(tree.leaves[index]), proof), other == index)
            << other << " for " << index << " of " << size;
      }
    }
  }
}

TEST(MerkleTree, ProvesThatEverySizeBeginsWithEachSmallerOne) {
  const GrownTree tree = grownTree(kMaxTried);
  Hashes roots;
  for (std::uint64_t size = 0; size <= kMaxTried; ++size) roots.push_back(rootOf(size, tree.hashes()));
  for (std::uint64_t size = 0; size <= kMaxTried; ++size) {
    for (std::uint64_t old_size = 0; old_size <= size; ++old_size) {
      SCOPED_TRACE(::testing::Message() << old_size << " within " << size);
      const Hashes proof = consistencyProof(old_size, size, tree.hashes());
      ASSERT_TRUE(consistent(old_size, roots[old_size], size, roots[size], proof));
      if (isAltered(size)) {
        ASSERT_NO_FATAL_FAILURE(expectAlteredRefused(proof, [&](const Hashes& altered) {
          return consistent(old_size, roots[old_size], size, roots[size], altered);
        }));
      }
      TreeHash other = roots[old_size];
      other[31] ^= 1U;
      ASSERT_FALSE(consistent(old_size, other, size, roots[size], proof));
      other = roots[size];
      other[0] ^= 1U;
      ASSERT_EQ(consistent(old_size, roots[old_size], size, other, proof), old_size == 0 && size != 0);
      ASSERT_EQ(consistent(size, roots[size], old_size, roots[old_size], proof), old_size == size);
    }
  }
}

TEST(MerkleTree, ThatWasRewrittenDoesNotBeginWithTheOldOne) {
  const GrownTree old = grownTree(100);
  for (std::uint64_t changed = 0; changed < 100; ++changed) {
    GrownTree rewritten;
    for (std::uint64_t i = 0; i < 150; ++i)
      rewritten.append(test::bytesIn(fmt::format("leaf {}", i == changed ? 1000 : i)));
    EXPECT_FALSE(consistent(100, old.growth.root(), 150, rewritten.growth.root(),
                            consistencyProof(100, 150, rewritten.hashes())))
        << changed;
  }
}

TEST(MerkleTree, OfTheLargestSizeIsCheckedWithoutOverflow) {
  const TreeHash leaf = leafHash({});
  // All leaves are the same one, so a level has one hash.
  Hashes levels{leaf};
  for (unsigned level = 1; level <= 63; ++level) levels.push_back(nodeHash(levels.back(), levels.back()));
  const SubtreeHash hashes = [&](unsigned level, std::uint64_t) { return levels.at(level); };
  for (const std::uint64_t size : {kMaxLeaves, kMaxLeaves - 1, kMaxLeaves / 2 + 1}) {
    const TreeHash root = rootOf(size, hashes);
    for (const std::uint64_t index : {std::uint64_t{0}, size / 2, size - 1}) {
      EXPECT_TRUE(includes(root, size, index, leaf, inclusionProof(index, size, hashes))) << index << " of " << size;
    }
    for (const std::uint64_t old_size : {std::uint64_t{1}, size / 2, size - 1, size}) {
      EXPECT_TRUE(consistent(old_size, rootOf(old_size, hashes), size, root, consistencyProof(old_size, size, hashes)))
          << old_size << " within " << size;
    }
  }
  EXPECT_FALSE(includes(leaf, kMaxLeaves + 1, 0, leaf, {}));
  EXPECT_FALSE(includes(leaf, 0, 0, leaf, {}));
  EXPECT_FALSE(consistent(~std::uint64_t{0}, leaf, ~std::uint64_t{0}, leaf, {}));
}

TEST(MerkleTree, WithoutLeavesHasOneRootOnly) {
  const TreeHash other{};
  EXPECT_TRUE(consistent(0, emptyRoot(), 0, emptyRoot(), {}));
  EXPECT_FALSE(consistent(0, other, 0, other, {}));
  EXPECT_FALSE(consistent(0, other, 5, other, {}));
  EXPECT_TRUE(consistent(0, emptyRoot(), 5, other, {}));
}

}  // namespace
}  // namespace docket::merkle_tree_test
