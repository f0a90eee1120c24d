// What was found out about games and is kept beside them, so that it need not be found out again: verdicts, footprints.
// Invariant: a result is taken for what it is only by the very program that kept it, for the very record and documents.
// It is written only where nobody records; it proves nothing against somebody who can write to the archive.
#pragma once

#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/archive.h"

namespace docket {

class KeptResults {
 public:
  KeptResults(const Archive& archive, Keyframes::Result kind);

  /// Stands for this program, the game as far as it has got, and the documents that `rules` stands for
  /// (GameRules::tag).
  [[nodiscard]] Bytes32 tagOf(const Game& game, const Bytes32& rules) const;

  /// What was kept under that tag; nothing where nothing was.
  [[nodiscard]] std::optional<std::string> find(const Game& game, const Bytes32& tag) const;
  /// Takes a result to be kept, where the very same is not kept already. From any thread.
  void add(const Game& game, const Bytes32& tag, std::string result);
  /// Opens the archive for store(), meanwhile: waiting for the disk costs no core. For whoever will be done in a
  /// moment, as nobody else can record from now until then.
  void beginToStore();
  /// Keeps what was taken, where nobody records: else it is left for another time.
  void store();
  /// Keeps it once so much was taken that it should not wait.
  void storeIfFull();

 private:
  /// Whether a result can say the names of players; grades cannot.
  [[nodiscard]] bool saysNames() const { return kind_ != Keyframes::Result::grades; }
  struct Waiting {
    std::string id;
    std::vector<std::string> players;
    Keyframes::FoundOut found;
  };

  const Archive& archive_;
  const Keyframes::Result kind_;
  Bytes32 program_;
  std::future<Archive> opening_;  // of the recorder, where somebody began to store
  std::mutex adding_;             // guards waiting_
  std::vector<Waiting> waiting_;
};

}  // namespace docket
