#include "store/log/log_check.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "events/errors.h"
#include "events/log/checkpoint.h"
#include "events/log/leaf.h"
#include "events/log/merkle_tree.h"
#include "store/database.h"
#include "store/log/leaf_of_game.h"
#include "store/log/log_rows.h"

namespace docket::detail {
namespace {

[[noreturn]] void damaged(const Database& database, std::string_view id, const std::string& what) {
  throw DamagedArchive(damageText(database.path(), id, 0, what));
}

std::span<const std::uint8_t> bytesIn(std::string_view value) {
  return {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()};
}

Leaf leafIn(const Database& database, std::string_view value, std::uint64_t number) {
  try {
    return leafOf(bytesIn(value));
  } catch (const BadInput& malformed) {
    damaged(database, "", fmt::format("leaf {} of its log is malformed: {}", number, malformed.what()));
  }
}

/// The leaves that games claim as theirs.
std::set<std::uint64_t> claimed(const Database& database) {
  std::set<std::uint64_t> leaves;
  constexpr std::size_t kKeyBytes = 9;
  database.forEach(Family::games, "", "reading the games' leaves", [&](auto key, auto value) {
    if (key.size() == kKeyBytes && key[4] == static_cast<char>(GameRow::leaf) && value.size() == sizeof(std::uint64_t))
      leaves.insert(readBig64(value));
    return true;
  });
  return leaves;
}

/// Checks the stored checkpoints against the log while it is read.
class StoredCheckpoints {
 public:
  explicit StoredCheckpoints(const Database& database) : database_(database) {
    database.forEach(Family::log, "c", "reading its checkpoints", [&](auto key, auto note) {
      if (key.size() != checkpointKey(0).size()) damaged(database_, "", "the row of a checkpoint is malformed");
      left_.push_back({.size = readBig64(key.substr(1)), .note = std::string(note)});
      return true;
    });
  }

  /// Compares the checkpoints of the size that the log has reached.
  void compare(const TreeGrowth& tree) {
    for (; next_ != left_.size() && left_[next_].size == tree.size(); ++next_) {
      const Checkpoint checkpoint = read(left_[next_]);
      if (checkpoint.size != tree.size() || checkpoint.root != tree.root())
        damaged(database_, "",
                fmt::format("its log does not begin with the {} leaves of its own checkpoint: a leaf was replaced",
                            tree.size()));
    }
  }
  void requireAllCompared(const TreeGrowth& tree) const {
    if (next_ != left_.size())
      damaged(database_, "",
              fmt::format("its log has {} leaves and its own checkpoint has {}: it lost what came later", tree.size(),
                          left_[next_].size));
  }

 private:
  struct StoredCheckpoint {
    std::uint64_t size = 0;
    std::string note;
  };

  [[nodiscard]] Checkpoint read(const StoredCheckpoint& stored) const {
    try {
      return signedCheckpointOf(stored.note, "the checkpoint").checkpoint;
    } catch (const BadInput& malformed) {
      damaged(database_, "", fmt::format("its checkpoint of size {} is malformed: {}", stored.size, malformed.what()));
    }
  }

  const Database& database_;
  std::vector<StoredCheckpoint> left_;  // by size
  std::size_t next_ = 0;                // the first one not compared yet
};

}  // namespace

void checkLog(const Database& database, const std::function<void()>& alive) {
  if (!database.has(Family::log)) return;
  const auto of_games = claimed(database);
  TreeGrowth tree;
  StoredCheckpoints checkpoints(database);
  checkpoints.compare(tree);
  database.forEach(Family::log, "l", "reading its log", [&](auto key, auto value) {
    const auto number = tree.size();
    alive();
    if (key != leafKey(number)) damaged(database, "", fmt::format("leaf {} of its log is missing", number));
    const auto leaf = leafIn(database, value, number);
    if (std::holds_alternative<GameLeaf>(leaf) && !of_games.contains(number))
      damaged(database, "", fmt::format("leaf {} of its log is about a game that is not in the archive", number));
    if (std::holds_alternative<KeyLeaf>(leaf) && !database.get(Family::log, keyLeafKey(number), "reading its keys"))
      damaged(database, "", fmt::format("leaf {} of its log is about a key that is not listed", number));
    tree.append(leafHash(bytesIn(value)), [&](unsigned level, std::uint64_t index, const TreeHash& hash) {
      if (level == 0 || level % kStoredLevels != 0) return;
      const auto stored = database.get(Family::log, hashKey(level, index), "reading its log");
      if (!stored || *stored != view(slice(hash)))
        damaged(database, "",
                fmt::format("the log's hash of level {}, number {} is not that of its leaves", level, index));
    });
    checkpoints.compare(tree);
    return true;
  });
  if (!of_games.empty() && *of_games.rbegin() >= tree.size())
    damaged(database, "", fmt::format("the log ends at leaf {}, and games have leaves beyond", tree.size()));
  checkpoints.requireAllCompared(tree);
}

void checkLeaves(const Database& database, std::uint32_t game, std::string_view id) {
  if (!database.has(Family::log)) return;
  GameLeaf expected = leafOfGame(database, game, id);
  if (const auto replaced = replacedIn(database, game, id)) {
    try {
      expected.follows = leafThatIsReplaced(database, *replaced, id, game);
    } catch (const BadInput& other) {
      damaged(database, id, other.what());
    }
    if (expected.follows) expected.kind = LeafKind::replacement;
  }
  const auto prefix = gameKey(game, GameRow::segment);
  database.forEach(Family::games, prefix, "reading a game's segments", [&](auto key, auto head) {
    expected.count = readBig32(key.substr(prefix.size()));
    expected.head = bytes32(head);
    const auto row = database.get(Family::games, segmentLeafKey(game, expected.count), "reading a game's leaves");
    if (!row || row->size() != sizeof(std::uint64_t))
      damaged(database, id, fmt::format("what was sealed up to event {} is not in the log", expected.count));
    const auto number = readBig64(*row);
    const auto leaf = database.get(Family::log, leafKey(number), "reading its log");
    if (!leaf || leafIn(database, *leaf, number) != Leaf(expected))
      damaged(database, id,
              fmt::format("leaf {} of the log does not match what is stored up to event {}", number, expected.count));
    expected.kind = LeafKind::laterSegment;
    expected.follows = number;
    return true;
  });
}

}  // namespace docket::detail
