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

  /// Whether the game can come out otherwise. Reads what is kept of what it names, else the game, without folding it;
  /// `consulted` is called where that depends on what it asked of the rules of the left side, and gives it.
  [[nodiscard]] bool reaches(const Game& game, const std::function<Consulted()>& consulted) const;
  /// Whether that may be asked.
  [[nodiscard]] bool asksFootprints() const { return is_bounded_ && rules_; }
  /// Whether cards alone change, so that what games name decides.
  [[nodiscard]] bool goesByNames() const { return names_ && !rules_; }

 private:
  bool is_bounded_ = true;            ///< else every game is reached
  std::optional<SoughtNames> names_;  ///< of which a game has to name one for the cards to reach it; nothing: no card
  std::optional<RulesReach> rules_;   ///< nothing: they are the same on both sides
};

}  // namespace docket::lab
