// Keeps an archive equal to another one whose log and games are served as files (served_game.h): the same leaves in the
// same order, so the same roots.
// Invariants: nothing is stored that the followed archive's key did not sign: the checkpoint is signed, the leaves give
// its root, the log begins with that of the last checkpoint that was seen, and each game gives the head of its leaf. An
// interrupted run can be continued by another one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "events/log/checkpoint.h"
#include "store/archive.h"
#include "store/followed.h"
#include "tools/follow/served_game.h"
#include "tools/follow/source.h"

namespace docket::follow {

/// The results of a run.
struct Progress {
  std::uint64_t leaves = 0;  ///< leaves added
  std::uint64_t games = 0;   ///< new games
  std::uint64_t erased = 0;  ///< names
};

/// Why nothing of a checkpoint was taken: it contradicts the one that was seen before.
struct Contradiction {
  enum class Result : std::uint8_t {
    rolledBack,  ///< its log has fewer leaves
    forked,      ///< its log does not begin with the one before
  };
  Result result{};
  SignedCheckpoint seen, offered;
  /// The folder with both checkpoints and, for a fork, a proof that they contradict each other.
  std::filesystem::path evidence;
};

class Following {
 public:
  /// `archive` is open to record, as one that follows can be (briefly); all arguments must outlive it.
  Following(Archive& archive, Source& source, Followed followed);

  /// Reads the newest checkpoint of the source and takes what is new. Throws BadInput for what the source gives and is
  /// not what the checkpoint's key signed; what was taken before that stays, and is whole.
  [[nodiscard]] std::optional<Contradiction> run(const std::function<void(std::uint64_t, std::uint64_t)>& progress);

  [[nodiscard]] const Progress& done() const { return done_; }
  /// The checkpoint that was followed.
  [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_->checkpoint; }

 private:
  class NewLeaves;
  [[nodiscard]] Contradiction contradictionIn(const std::optional<SignedCheckpoint>& seen) const;
  [[nodiscard]] Contradiction contradiction(Contradiction::Result result, const SignedCheckpoint& seen,
                                            const std::string& proof) const;
  void takeLeaf(std::uint64_t number, const std::vector<std::uint8_t>& bytes);
  void takeGame(std::uint64_t number, const GameLeaf& leaf);
  void takeSegment(std::uint64_t number, const GameLeaf& leaf);
  void takeDocument(std::string_view kind, const Digest& digest);
  [[nodiscard]] bool takeBranch(const ServedGame& game);
  void requirePlace(std::uint64_t number, const GameLeaf& leaf, const ServedGame& game) const;
  void flush();
  void takeErasures();

  Archive& archive_;
  Source& source_;
  Followed followed_;
  std::optional<SignedCheckpoint> checkpoint_;
  std::vector<ServedGame> waiting_;  // games that are stored together
  std::size_t bytes_waiting_ = 0;
  Progress done_;
};

}  // namespace docket::follow
