// The decisions in a game, with the shapes of their derivations: judges' rulings and the program's findings.
// Invariant: cached decisions belong to exactly this record, these documents and this program
// (tools/game/result_cache.h); malformed ones count as missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/case_law/derivation.h"
#include "tools/game/game_loader.h"
#include "tools/game/result_cache.h"
#include "tools/verdict/verdict.h"

namespace docket::case_law {

struct Decision {
  enum class Kind : std::uint8_t { ruling, finding };
  Kind kind{};
  EventNumber event = 0;  ///< of the ruling, or the event that breaks a rule
  EventNumber about = 0;  ///< the point that it is about
  /// The outcome of a ruling. A certain finding counts as right; another one is undecided.
  RulingVerdict::Outcome outcome = RulingVerdict::Outcome::undecided;
  EventNumber replaced_by = 0;  ///< the ruling that superseded it; 0: it stands
  Steps steps;                  ///< empty: the claim cannot be read
};

/// The rulings and findings in a game, in the order of their events. Folds the game. Throws DamagedArchive.
[[nodiscard]] std::vector<Decision> decisionsIn(const OpenGame& game);
/// The steps by which a question about a game is answered after event `at`. Throws BadInput if it is not an expression
/// of the game's rules.
[[nodiscard]] Steps stepsOfQuestion(const OpenGame& game, std::string_view question, EventNumber at);

/// The stored form of decisions, and its reader; empty if it is malformed.
[[nodiscard]] std::string bytesOf(const std::vector<Decision>& decisions);
[[nodiscard]] std::optional<std::vector<Decision>> readDecisions(std::string_view bytes);

/// A cache of the decisions in games, stored beside them. Thread-safe.
class DecisionCache {
 public:
  explicit DecisionCache(const Archive& archive) : cache_(archive, DerivedStore::Result::decisions) {}

  /// The decisions in a game: the cached ones, or else those of decisionsIn(), which are queued to be stored.
  [[nodiscard]] std::vector<Decision> of(const OpenGame& game, bool& was_cached);
  void store() { cache_.store(); }
  void storeIfFull() { cache_.storeIfFull(); }

 private:
  ResultCache cache_;
};

}  // namespace docket::case_law
