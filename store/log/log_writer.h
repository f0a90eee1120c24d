// The log as the recording process continues it.
// Invariant: the tree that it knows is ahead of the database by the group that is being committed and no more.
#pragma once

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <optional>

#include "events/log/leaf.h"
#include "events/log/merkle_tree.h"
#include "store/database.h"

namespace docket::detail {

class LogWriter {
 public:
  explicit LogWriter(const Database& database) : database_(database) {}

  /// Adds the rows of a leaf to `batch`, and gives its number.
  std::uint64_t add(rocksdb::WriteBatch& batch, const Leaf& leaf);

 private:
  [[nodiscard]] TreeGrowth stored() const;

  const Database& database_;
  std::optional<TreeGrowth> tree_;  // read when the first leaf is added
};

}  // namespace docket::detail
