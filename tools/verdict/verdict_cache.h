// A cache of verdicts, stored with the games, so that an unchanged game is not folded again. The heads are still
// recomputed from every byte.
// Invariant: a cached verdict was found by this same program in this same record, with the documents, keyframes and
// digests that are there now. It proves nothing against an attacker who can write to the archive; `docket verify
// --again` ignores it.
#pragma once

#include <optional>
#include <string>

#include "tools/game/game_loader.h"
#include "tools/game/result_cache.h"
#include "tools/verdict/verdict.h"

namespace docket {

class VerdictCache {
 public:
  /// `in_words`: caches full verdicts, as JSON; otherwise only their grades.
  VerdictCache(const Archive& archive, bool in_words)
      : archive_(archive),
        in_words_(in_words),
        cache_(archive, in_words ? DerivedStore::Result::verdict : DerivedStore::Result::grades) {}

  /// A digest of everything that a verdict on the game depends on.
  [[nodiscard]] Digest tagOf(const OpenGame& game) const;
  /// The cached verdict under that tag; empty if the game was not verified or its heads do not hold.
  [[nodiscard]] std::optional<VerdictSummary> find(const OpenGame& game, const Digest& tag) const;
  /// Queues a verdict to be stored. Thread-safe. Verdicts on damaged games are not stored, so that each run examines
  /// them again. `json`: the full verdict, if `in_words`.
  void add(const OpenGame& game, const Digest& tag, const VerdictSummary& verdict, const std::string& json = {});
  /// Call this shortly before the work ends (ResultCache::beginToStore).
  void beginToStore() { cache_.beginToStore(); }
  /// Stores the queued verdicts, unless another process is recording.
  void store() { cache_.store(); }
  /// Stores the queued verdicts once there are enough of them.
  void storeIfFull() { cache_.storeIfFull(); }

 private:
  [[nodiscard]] std::optional<std::string> rowUnder(const OpenGame& game, const Digest& tag) const;

  const Archive& archive_;
  const bool in_words_;
  ResultCache cache_;
};

}  // namespace docket
