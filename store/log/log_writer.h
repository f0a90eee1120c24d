// The recording process's side of the log.
// Invariant: its tree is ahead of the database by at most the group that is being committed.
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

  /// Reads what add() needs, so that add() cannot fail.
  void load();
  /// Adds the rows of a leaf to `batch`, and returns its number.
  std::uint64_t add(rocksdb::WriteBatch& batch, const Leaf& leaf);

 private:
  [[nodiscard]] TreeGrowth stored() const;

  const Database& database_;
  std::optional<TreeGrowth> tree_;  // set by load()
};

}  // namespace docket::detail
