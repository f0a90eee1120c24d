// A tree for tests: its leaves are short texts, and the hash of each complete subtree is kept.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "events/log/merkle_tree.h"

namespace docket::test {

inline std::vector<std::uint8_t> bytesIn(const std::string& text) { return {text.begin(), text.end()}; }

struct GrownTree {
  std::vector<std::vector<std::uint8_t>> leaves;
  std::map<std::pair<unsigned, std::uint64_t>, TreeHash> kept;
  TreeGrowth growth;

  void append(std::vector<std::uint8_t> leaf) {
    growth.append(leafHash(leaf), [&](unsigned level, std::uint64_t index, const TreeHash& hash) {
      kept.emplace(std::pair(level, index), hash);
    });
    leaves.push_back(std::move(leaf));
  }
  [[nodiscard]] SubtreeHash hashes() const {
    return [this](unsigned level, std::uint64_t index) { return kept.at({level, index}); };
  }
};

/// A tree of this many leaves, each another one.
inline GrownTree grownTree(std::uint64_t size) {
  GrownTree tree;
  for (std::uint64_t i = 0; i < size; ++i) tree.append(bytesIn(fmt::format("leaf {}", i)));
  return tree;
}

}  // namespace docket::test
