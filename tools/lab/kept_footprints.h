// Footprints that are kept beside their games, so that a second question about the rules folds no game that the first
// one folded. Invariant: what is found is what was kept of this very record under these very documents by this very
// program; what does not read as a footprint is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/game/kept_results.h"
#include "tools/lab/game_footprint.h"

namespace docket::lab {

/// A footprint as it is kept, and read again; empty if that is malformed.
[[nodiscard]] std::string bytesOf(const GameFootprint& footprint);
[[nodiscard]] std::optional<GameFootprint> readFootprint(std::string_view bytes);

class KeptFootprints {
 public:
  explicit KeptFootprints(const Archive& archive) : kept_(archive, DerivedStore::Result::footprint) {}

  /// `rules`: the tag of the documents (GameRules::tag) that the footprint is taken under.
  [[nodiscard]] std::optional<GameFootprint> find(const Game& game, const Bytes32& rules) const {
    const auto row = kept_.find(game, kept_.tagOf(game, rules));
    return row ? readFootprint(*row) : std::nullopt;
  }
  /// From any thread.
  void add(const Game& game, const Bytes32& rules, const GameFootprint& footprint) {
    kept_.add(game, kept_.tagOf(game, rules), bytesOf(footprint));
  }
  void store() { kept_.store(); }
  void storeIfFull() { kept_.storeIfFull(); }

 private:
  KeptResults kept_;
};

}  // namespace docket::lab
