#include "store/log/log_writer.h"

#include <utility>
#include <vector>

#include "store/log/log_rows.h"

namespace docket::detail {

TreeGrowth LogWriter::stored() const {
  const auto size = logSize(database_);
  const auto hashes = storedHashes(database_);
  std::vector<TreeHash> frontier;
  for (const Subtree& tree : frontierOf(size)) frontier.push_back(hashes(tree.level, tree.index));
  return {size, std::move(frontier)};
}

void LogWriter::load() {
  if (!tree_) tree_ = stored();
}

std::uint64_t LogWriter::add(rocksdb::WriteBatch& batch, const Leaf& leaf) {
  load();
  const auto number = tree_->size();
  const auto bytes = bytesOf(leaf);
  auto* log = database_.family(Family::log);
  (void)batch.Put(log, leafKey(number), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (std::holds_alternative<KeyLeaf>(leaf)) (void)batch.Put(log, keyLeafKey(number), "");
  tree_->append(leafHash(bytes), [&](unsigned level, std::uint64_t index, const TreeHash& hash) {
    if (level != 0 && level % kStoredLevels == 0) (void)batch.Put(log, hashKey(level, index), slice(hash));
  });
  return number;
}

}  // namespace docket::detail
