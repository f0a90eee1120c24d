// What verifying games gave, kept beside them, so that a game of which nothing changed is not folded again. Its heads
// are computed anew from every byte of it all the same. Invariant: what is found is what this very program found in
// this very record, with the documents, keyframes and digests that are there now. It proves nothing against somebody
// who can write to the archive: `docket verify --again`.
#pragma once

#include <optional>
#include <string>

#include "tools/game/game_loader.h"
#include "tools/game/kept_results.h"
#include "tools/verdict/verdict.h"

namespace docket {

class KeptVerdicts {
 public:
  /// `in_words`: verdicts with all their words, as JSON; else their grades alone are asked for, and kept.
  KeptVerdicts(const Archive& archive, bool in_words)
      : archive_(archive),
        in_words_(in_words),
        kept_(archive, in_words ? Keyframes::Result::verdict : Keyframes::Result::grades) {}

  /// Stands for all that a verdict on the game depends on.
  [[nodiscard]] Bytes32 tagOf(const OpenGame& game) const;
  /// What verifying the game gave before under that tag; nothing where it was not verified, or its heads do not hold.
  [[nodiscard]] std::optional<VerdictSummary> find(const OpenGame& game, const Bytes32& tag) const;
  /// Takes a verdict to be kept. From any thread. What is damaged is not kept: it is to be looked at each time.
  /// `json`: its words, where they are kept.
  void add(const OpenGame& game, const Bytes32& tag, const VerdictSummary& verdict, const std::string& json = {});
  /// To be called when the rest will be done in a moment (KeptResults::beginToStore).
  void beginToStore() { kept_.beginToStore(); }
  /// Keeps what was taken, where nobody records: else it is left for another time.
  void store() { kept_.store(); }
  /// Keeps it once so much was taken that it should not wait.
  void storeIfFull() { kept_.storeIfFull(); }

 private:
  [[nodiscard]] std::optional<std::string> rowUnder(const OpenGame& game, const Bytes32& tag) const;

  const Archive& archive_;
  const bool in_words_;
  KeptResults kept_;
};

}  // namespace docket
