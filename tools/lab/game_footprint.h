// A game's footprint: what it asks of its rules, and what is counted in it, found by folding, judging and reading it
// once. With it a question about the rules (what does this change reach, what is never exercised) needs no other fold.
// Invariant: it depends on the record and on the documents alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/rules/consulted.h"
#include "tools/lab/game_at_hand.h"
#include "tools/lab/noting_rules.h"

namespace docket::lab {

struct LimitCounts {
  std::uint64_t uses = 0;    ///< that it counts
  std::uint64_t broken = 0;  ///< beyond it
};

struct CardCounts {
  bool in_play = false;    ///< it came into play
  std::uint64_t uses = 0;  ///< plays, activations, triggers
};

struct GameFootprint {
  Consulted consulted{};
  std::uint64_t events = 0;
  std::map<std::string, std::uint64_t> broken{}, rulings{};  ///< findings, and rulings that cite it, by clause
  std::map<std::string, LimitCounts> limits{};               ///< by name
  std::map<std::string, CardCounts> cards{};                 ///< by key: those that it is known to have
  std::map<std::string, bool> trials{};  ///< the clauses that it was folded without, and whether it came out otherwise
};

/// Takes footprints of games of the same documents. By any number of threads.
class FootprintTaker {
 public:
  explicit FootprintTaker(Documents documents) : documents_(std::move(documents)) {}

  /// Throws BadInput if the documents cannot be compiled, DamagedArchive if the game cannot be folded.
  [[nodiscard]] GameFootprint of(const GameAtHand& game);

 private:
  std::unique_ptr<NotingRules> take();
  void giveBack(std::unique_ptr<NotingRules> lent);

  const Documents documents_;
  std::mutex lending_;  // guards idle_
  std::vector<std::unique_ptr<NotingRules>> idle_;
};

}  // namespace docket::lab
