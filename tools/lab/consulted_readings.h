// Reads the same parts of a table after each event as a comparison of two sets of rules (paired_fold.h), so that
// footprint rules (footprint_rules.h) record what such a comparison consults.
// Invariant: whatever foldBoth() compares is read here too. The values are discarded.
#pragma once

#include <optional>
#include <vector>

#include "engine/fold/running_state.h"
#include "tools/lab/footprint_rules.h"
#include "tools/lab/lab_game.h"
#include "tools/lab/paired_fold.h"
#include "tools/lab/table_comparison.h"

namespace docket::lab {

class ConsultedReadings {
 public:
  /// `footprints` is cleared for the game, and must outlive this.
  ConsultedReadings(const LabGame& game, FootprintRules& footprints);

  /// To be called after event `number` was folded; `judged` is the event in effect.
  void read(const RunningState& running, EventNumber number, const HeldEvent& event,
            const std::optional<EffectiveEvent>& judged);
  /// To be called after the last event. Also adds the rules by which the texts of the cards were read.
  void finish(const State& state);

 private:
  void readDeck(const State& state, Seat player) const;

  const LabGame& game_;
  const FootprintRules& footprints_;
  std::vector<Difference> none_;
  TableComparison tables_;
};

}  // namespace docket::lab
