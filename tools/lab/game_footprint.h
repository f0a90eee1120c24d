// A game's footprint: the rules that it consults and its counts, found by folding, judging and reading it once. Further
// questions about the rules (what does this change reach, what is never exercised) then need no fold.
// Invariant: it depends on the record and on the documents alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/rules/consulted.h"
#include "store/platform/lending_pool.h"
#include "tools/lab/footprint_rules.h"
#include "tools/lab/lab_game.h"

namespace docket::lab {

struct LimitCounts {
  std::uint64_t uses = 0;    ///< uses that it counts
  std::uint64_t broken = 0;  ///< uses beyond it
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
  std::map<std::string, bool> trials{};  ///< the clauses that it was folded without, and whether the result differed
};

/// Takes footprints of games of the same documents. Thread-safe.
class FootprintTaker {
 public:
  explicit FootprintTaker(Documents documents)
      : footprint_rules_([documents = std::move(documents)] { return std::make_unique<FootprintRules>(documents); }) {}

  /// Throws BadInput if the documents cannot be compiled, DamagedArchive if the game cannot be folded.
  [[nodiscard]] GameFootprint of(const LabGame& game);

 private:
  LendingPool<FootprintRules> footprint_rules_;
};

}  // namespace docket::lab
