// Which games a change of cards can reach, told from what the games name: so that a change of one card's text costs the
// games that have the card, and not the archive.
// Invariant: a game that is said not to be reached comes out the same on both sides. Where that cannot be told from
// names (the rules differ, cards are counted together anew, a changed text is granted by another one) all games are
// reached.
#pragma once

#include <optional>

#include "store/game.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

class Reach {
 public:
  explicit Reach(const RulesetPair& pair);

  /// Whether the game can come out otherwise. Reads what is kept of what it names, else the game, without folding it.
  [[nodiscard]] bool reaches(const Game& game) const;

 private:
  std::optional<SoughtNames> names_;  ///< of which a game has to name one; nothing: every game is reached
};

}  // namespace docket::lab
