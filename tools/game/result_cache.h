// A cache of results about games, stored beside them: verdicts, footprints.
// Invariant: only the program that stored a result uses it, and only for the same record and documents. Results are
// written only while no other process records. They prove nothing against an attacker who can write to the archive.
#pragma once

#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/archive.h"

namespace docket {

class ResultCache {
 public:
  ResultCache(const Archive& archive, DerivedStore::Result kind);

  /// Identifies this program and its engine's semantics.
  [[nodiscard]] static Digest programTag();
  /// Identifies this program, the current state of the game's record, and the documents of `rules` (GameRules::tag).
  [[nodiscard]] Digest tagOf(const Game& game, const Digest& rules) const;

  /// The result stored under that tag; empty if there is none.
  [[nodiscard]] std::optional<std::string> find(const Game& game, const Digest& tag) const;
  /// Queues a result to be stored, unless the same one is already stored. Thread-safe.
  void add(const Game& game, const Digest& tag, std::string result);
  /// Opens the archive for store() in the background, so that waiting for the disk blocks no core. Call it shortly
  /// before the work ends: no other process can record from now until store() is done.
  void beginToStore();
  /// Stores the queued results, unless another process is recording.
  void store();
  /// Stores the queued results once there are enough of them.
  void storeIfFull();

 private:
  /// True if a result can contain player names; grades cannot.
  [[nodiscard]] bool saysNames() const { return kind_ != DerivedStore::Result::grades; }
  struct Waiting {
    std::string id;
    std::vector<std::string> players;
    DerivedStore::GameResult found;
  };

  const Archive& archive_;
  const DerivedStore::Result kind_;
  Digest program_;
  std::future<Archive> opening_;  // the recorder, once beginToStore() was called
  std::mutex adding_;             // guards waiting_
  std::vector<Waiting> waiting_;
};

}  // namespace docket
