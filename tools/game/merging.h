// Merges archives: copies the games of another archive into this one unchanged, branches as branches, with their
// documents.
// Invariants: a merged game has the same head and equivalent leaves; it has no secret of the other archive. A game is
// stored only if its bytes match its head there. An interrupted run can be completed by another run.
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
  enum class Result : std::uint8_t {
    taken,      ///< it was not here
    same,       ///< this archive already had it, completely
    longer,     ///< this archive already had it, and more of it
    continued,  ///< it was here, and the other archive's further events were added, or it was sealed as it is there
    different,  ///< another game is here under its id, or under that of the game that it is a branch of or replaces
    damaged,    ///< it cannot be read there, or the game that it is a branch of or replaces cannot
  };
  std::string game;  ///< its id here; for a game that is not merged, its id in the other archive
  Result result = Result::same;
  std::uint32_t events = 0;                ///< in the archive that `game` is an id of
  Digest head{};                           ///< after these events
  std::string why{};                       ///< for a game that is not merged: a sentence without its full stop
  std::vector<LabelConflict> conflicts{};  ///< of its labels in the two archives: that of this one is kept
};

class ArchiveMerger {
 public:
  /// `into` is open for recording, unless `dry_run`: then everything is read and reported, and nothing is stored.
  ArchiveMerger(Archive& into, const Archive& other, bool dry_run);
  ~ArchiveMerger();
  ArchiveMerger(const ArchiveMerger&) = delete;
  ArchiveMerger& operator=(const ArchiveMerger&) = delete;

  /// Merges every game, in the order of the other archive; a branch after its parent. `visit` is called with each game
  /// once its outcome is durable; `progress` with the number of games examined.
  void run(const std::function<void(const MergedGame&)>& visit, const std::function<void(std::uint64_t)>& progress);

  /// Unreadable parts of the other archive that belong to no game that was passed to `visit`.
  [[nodiscard]] const std::vector<std::string>& damages() const { return damages_; }
  /// The number of documents that this archive lacked.
  [[nodiscard]] std::uint64_t documentsTaken() const { return documents_taken_; }

 private:
  struct TakenGame;
  void takeDocuments();
  [[nodiscard]] std::vector<std::string> ids();
  /// Merges a game, after its parent, unless it was examined before.
  MergedGame::Result take(const std::string& id);
  MergedGame merge(const Game& other);
  MergedGame takeWhole(const Game& other);
  MergedGame takeBranch(const Game& other, const BranchPoint& point);
  MergedGame mergeWith(const Game& here, const Game& other);
  void mergeLabels(const Game& here, const Game& other, MergedGame& merged);
  void continueGame(const Game& here, const Game& other);
  void finish(MergedGame merged);
  /// Stores the waiting games and reports their outcome.
  void flush();

  Archive& into_;
  const Archive& other_;
  bool dry_run_;
  std::function<void(const MergedGame&)> visit_;
  std::map<std::string, MergedGame::Result, std::less<>> done_;
  std::vector<std::unique_ptr<TakenGame>> waiting_;
  std::vector<MergedGame> finished_;  // games that are not reported yet
  std::size_t events_waiting_ = 0;
  std::vector<std::string> damages_;
  std::uint64_t documents_taken_ = 0;
};

}  // namespace docket
