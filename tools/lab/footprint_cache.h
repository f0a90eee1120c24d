// A cache of footprints, stored beside their games, so that a second question about the rules need not fold the same
// games again.
// Invariant: a footprint is found only for the same record, documents and program; malformed ones count as missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/game/result_cache.h"
#include "tools/lab/game_footprint.h"

namespace docket::lab {

/// A footprint as bytes, and read back; empty if the bytes are malformed.
[[nodiscard]] std::string bytesOf(const GameFootprint& footprint);
[[nodiscard]] std::optional<GameFootprint> readFootprint(std::string_view bytes);

class FootprintCache {
 public:
  explicit FootprintCache(const Archive& archive) : cache_(archive, DerivedStore::Result::footprint) {}

  /// `rules`: the tag of the documents (GameRules::tag).
  [[nodiscard]] std::optional<GameFootprint> find(const Game& game, const Digest& rules) const {
    const auto row = cache_.find(game, cache_.tagOf(game, rules));
    return row ? readFootprint(*row) : std::nullopt;
  }
  /// Thread-safe.
  void add(const Game& game, const Digest& rules, const GameFootprint& footprint) {
    cache_.add(game, cache_.tagOf(game, rules), bytesOf(footprint));
  }
  void store() { cache_.store(); }
  void storeIfFull() { cache_.storeIfFull(); }

 private:
  ResultCache cache_;
};

}  // namespace docket::lab
