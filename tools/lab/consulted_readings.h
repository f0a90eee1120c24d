// Reads of a table after each event what a comparison of two sets of rules reads of it (paired_fold.h), so that rules
// which take footprints note what it came by.
// Invariant: whatever foldBoth() compares is read here too. Nothing is kept of what is read.
#pragma once

#include <optional>
#include <vector>

#include "engine/fold/running_state.h"
#include "tools/lab/game_at_hand.h"
#include "tools/lab/noting_rules.h"
#include "tools/lab/paired_fold.h"
#include "tools/lab/table_comparison.h"

namespace docket::lab {

class ConsultedReadings {
 public:
  /// `noting` is cleared for the game, and must outlive this.
  ConsultedReadings(const GameAtHand& game, NotingRules& noting);

  /// After event `number` was folded; `judged` is what happened as it.
  void read(const RunningState& running, EventNumber number, const HeldEvent& event,
            const std::optional<EffectiveEvent>& judged);
  /// After the last event. Also adds by what of the rules the cards of the game were read.
  void finish(const State& state);

 private:
  void readDeck(const State& state, Seat player) const;

  const GameAtHand& game_;
  const NotingRules& noting_;
  std::vector<Difference> none_;
  TableComparison tables_;
};

}  // namespace docket::lab
