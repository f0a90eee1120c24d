// Decides which games a change can affect: for card changes, from the cards that a game names; for rule changes, from
// the rules that it consulted. A changed card text thus costs only the games with the card, and a changed rule only the
// games that consulted it.
// Invariant: a game that is reported as unaffected has the same result on both sides. If neither bounds the change
// (cards are merged differently, another text grants a changed one, a rule is new), all games are affected.
#pragma once

#include <functional>
#include <optional>

#include "store/game.h"
#include "tools/lab/rules_reach.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

class Reach {
 public:
  /// The pair must outlive this.
  explicit Reach(const RulesetPair& pair);

  /// True if the game can have another result. Uses the stored names of the game, or reads the game without folding it.
  /// Calls `consulted` for the game's footprint under the left rules, if the result depends on it.
  [[nodiscard]] bool reaches(const Game& game, const std::function<Consulted()>& consulted) const;
  /// True if reaches() may call `consulted`.
  [[nodiscard]] bool asksFootprints() const { return is_bounded_ && rules_; }
  /// True if only cards change, so the names in a game decide.
  [[nodiscard]] bool goesByNames() const { return names_ && !rules_; }

 private:
  bool is_bounded_ = true;  ///< false: every game is reached
  /// The card changes reach a game that names one of these; empty: no card changes.
  std::optional<SoughtNames> names_;
  std::optional<RulesReach> rules_;  ///< empty: the rules are the same on both sides
};

}  // namespace docket::lab
