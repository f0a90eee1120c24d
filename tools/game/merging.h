// Merging archives: the games of another archive are taken into this one as they are, branches as branches, with the
// documents that they were played under.
// Invariants: a merged game has the same head and equivalent leaves; it has no secret of the other archive. What is
// stored of a game is what its head there is made of; of a game whose bytes are not, nothing is stored. A run that was
// interrupted is finished by another one.
#pragma once

#include <capnp/message.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "events/game_label.h"
#include "events/heads.h"
#include "events/recording.h"
#include "store/archive.h"

namespace docket {

/// The outcome for a game of the other archive.
struct MergedGame {
  enum class Is : std::uint8_t {
    taken,      ///< it was not here
    same,       ///< it was here, with all that the other archive has of it
    longer,     ///< it was here, and went on here
    continued,  ///< it was here, and the other archive's further events were added, or it was sealed as it is there
    different,  ///< another game is here under its id, or under that of the game that it is a branch of or replaces
    damaged,    ///< it cannot be read there, or the game that it is a branch of or replaces cannot
  };
  std::string game;
  Is is = Is::same;
  std::uint32_t events = 0;                ///< its id now; for a game that is not merged, its id in the other archive
  Bytes32 head{};                          ///< of the same
  std::string why{};                       ///< for a game that is not merged: a sentence without its full stop
  std::vector<LabelConflict> conflicts{};  ///< of its labels in the two archives: that of this one is kept
};

class Merging {
 public:
  /// `into` records, unless `dry_run`: then nothing is stored, and all is read and said as it would be.
  Merging(Archive& into, const Archive& other, bool dry_run);
  ~Merging();
  Merging(const Merging&) = delete;
  Merging& operator=(const Merging&) = delete;

  /// Takes in every game, in the order in which they came there; a branch after its parent. `see` is called with each
  /// when what became of it is durable; `progress` with how many were looked at.
  void run(const std::function<void(const MergedGame&)>& see, const std::function<void(std::uint64_t)>& progress);

  /// What could not be read of the other archive and is of no game that `see` was called with.
  [[nodiscard]] const std::vector<std::string>& damages() const { return damages_; }
  /// How many documents were not here.
  [[nodiscard]] std::uint64_t documentsTaken() const { return documents_taken_; }

 private:
  struct TakenGame;
  void takeDocuments();
  [[nodiscard]] std::vector<std::string> ids();
  /// Takes in a game, unless it was looked at before; its parent first.
  MergedGame::Is take(const std::string& id);
  MergedGame merge(const Game& there);
  MergedGame takeWhole(const Game& there);
  MergedGame takeBranch(const Game& there, const BranchPoint& point);
  MergedGame mergeWith(const Game& here, const Game& there);
  void mergeLabels(const Game& here, const Game& there, MergedGame& merged);
  void continueGame(const Game& here, const Game& there);
  void finish(MergedGame merged);
  /// Stores what waits, and tells what became of it.
  void flush();

  Archive& into_;
  const Archive& other_;
  bool dry_run_;
  std::function<void(const MergedGame&)> see_;
  std::map<std::string, MergedGame::Is, std::less<>> done_;
  std::vector<std::unique_ptr<TakenGame>> waiting_;
  std::vector<MergedGame> finished_;  // that wait to be told
  std::size_t events_waiting_ = 0;
  std::vector<std::string> damages_;
  std::uint64_t documents_taken_ = 0;
};

}  // namespace docket
