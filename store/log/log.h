// The log of an archive: a leaf for each finished game, for each later segment of one, and for the keys that sign the
// log, in order, as the Merkle tree of events/log. Unfinished games are not in it. The archive's checkpoints are stored
// with it; only one that is kept elsewhere proves anything.
// Invariant: leaves are appended and never changed. Errors: DamagedArchive for unreadable data.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/leaf.h"
#include "events/log/merkle_tree.h"
#include "store/game.h"

namespace docket {

namespace detail {
class Database;
}

class Log {
 public:
  explicit Log(std::shared_ptr<const detail::Database> database) : database_(std::move(database)) {}

  /// The number of leaves.
  [[nodiscard]] std::uint64_t size() const;
  /// The bytes of a leaf, from 0.
  [[nodiscard]] std::vector<std::uint8_t> leafBytes(std::uint64_t number) const;
  /// Calls `visit` with the number and the bytes of each leaf from `first` on, until it returns false.
  void forEachLeaf(std::uint64_t first,
                   const std::function<bool(std::uint64_t, std::vector<std::uint8_t>)>& visit) const;
  /// The tree; it keeps the database open.
  [[nodiscard]] SubtreeHash hashes() const;

  /// A leaf of a game, and the number of the last event that it covers.
  struct OfGame {
    std::uint32_t last = 0;
    std::uint64_t leaf = 0;
  };
  /// The leaves of a game, newest last. Empty if nothing of it is sealed.
  [[nodiscard]] std::vector<OfGame> leavesOf(const Game& game) const;

  /// A change of the keys that sign the log, with the number of its leaf.
  struct OfKey {
    std::uint64_t leaf = 0;
    KeyLeaf change;
  };
  /// The changes of keys, newest last.
  [[nodiscard]] std::vector<OfKey> keys() const;

  /// A stored checkpoint.
  struct StoredCheckpoint {
    std::uint64_t size = 0;
    std::string note;
  };
  /// The stored checkpoints, newest last.
  [[nodiscard]] std::vector<StoredCheckpoint> checkpoints() const;

  /// Recorder: stores a checkpoint of the log, replacing another of the same size.
  void storeCheckpoint(const StoredCheckpoint& checkpoint);
  /// Recorder: appends the leaf of a change of keys, and returns its number.
  std::uint64_t add(const KeyLeaf& leaf);

 private:
  std::shared_ptr<const detail::Database> database_;
};

}  // namespace docket
