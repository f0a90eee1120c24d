// The log of an archive: a leaf for each game that is finished, for what was sealed of it later, and for the keys that
// sign it, in the order in which they came, as the Merkle tree of events/log. Games that are not finished are not in
// it. The archive's checkpoints are kept with it; only one that is kept elsewhere proves anything. Invariant: leaves
// are added, and never changed. Errors: DamagedArchive for what cannot be read.
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

  /// How many leaves there are.
  [[nodiscard]] std::uint64_t size() const;
  /// The bytes of a leaf, from 0.
  [[nodiscard]] std::vector<std::uint8_t> leafBytes(std::uint64_t number) const;
  /// Calls `see` with the number and the bytes of each leaf from `first` on, until it gives false.
  void forEachLeaf(std::uint64_t first, const std::function<bool(std::uint64_t, std::vector<std::uint8_t>)>& see) const;
  /// The tree; it holds the database.
  [[nodiscard]] SubtreeHash hashes() const;

  /// A leaf of a game: the number of the last event that it tells of, and its own.
  struct OfGame {
    std::uint32_t last = 0;
    std::uint64_t leaf = 0;
  };
  /// The leaves of a game, the newest last. None where nothing of it is sealed.
  [[nodiscard]] std::vector<OfGame> leavesOf(const Game& game) const;

  /// A change of the keys that sign the log, and the number of its leaf.
  struct OfKey {
    std::uint64_t leaf = 0;
    KeyLeaf change;
  };
  /// The changes of keys, the newest last.
  [[nodiscard]] std::vector<OfKey> keys() const;

  /// A checkpoint that was kept.
  struct KeptCheckpoint {
    std::uint64_t size = 0;
    std::string note;
  };
  /// The checkpoints that were kept, the newest last.
  [[nodiscard]] std::vector<KeptCheckpoint> checkpoints() const;

  /// Recorder: keeps a checkpoint of the log, in place of another of the same size.
  void keep(const KeptCheckpoint& checkpoint);
  /// Recorder: adds the leaf of a change of keys, and gives its number.
  std::uint64_t add(const KeyLeaf& leaf);

 private:
  std::shared_ptr<const detail::Database> database_;
};

}  // namespace docket
