// Footprints stored beside their games, so that a second question about the rules need not fold the same games again.
// Invariant: a footprint is found only for the same record, the same documents and the same program; malformed bytes
// count as none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/game/kept_results.h"
#include "tools/lab/game_footprint.h"

namespace docket::lab {

/// A footprint as bytes, and read back; empty if the bytes are malformed.
[[nodiscard]] std::string bytesOf(const GameFootprint& footprint);
[[nodiscard]] std::optional<GameFootprint> readFootprint(std::string_view bytes);

class KeptFootprints {
 public:
  explicit KeptFootprints(const Archive& archive) : kept_(archive, DerivedStore::Result::footprint) {}

  /// `rules`: the tag of the documents (GameRules::tag) under which the footprint is taken.
  [[nodiscard]] std::optional<GameFootprint> find(const Game& game, const Bytes32& rules) const {
    const auto row = kept_.find(game, kept_.tagOf(game, rules));
    return row ? readFootprint(*row) : std::nullopt;
  }
  /// Thread-safe.
  void add(const Game& game, const Bytes32& rules, const GameFootprint& footprint) {
    kept_.add(game, kept_.tagOf(game, rules), bytesOf(footprint));
  }
  void store() { kept_.store(); }
  void storeIfFull() { kept_.storeIfFull(); }

 private:
  KeptResults kept_;
};

}  // namespace docket::lab
