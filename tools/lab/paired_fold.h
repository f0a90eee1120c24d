// Folds and judges a game under two rulesets in lockstep, reading its events once, and reports the differences:
// findings, rulings, values, the end. The cost depends on what each event changes, not on the size of the table.
// Invariant: only differences are reported; a field that differs is reported at its first event only.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/compared_item.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

/// A question that the two sides answer differently.
struct Difference {
  ComparedItem compared;  ///< the question; its event is the first at which the answers differ
  std::string subject;    ///< "Steady Guard #2"
  std::string from, to;   ///< the answers of the left and of the right side
  bool lasts = true;      ///< of a value: it still differs at the end
  /// The clauses that decide the sides' answers, those of the right side first, then the card as changes name it.
  std::vector<std::string> named{};
  std::vector<std::string> causes{};    ///< the clauses, or the changes outside clauses, that cause the difference
  std::vector<std::string> replaced{};  ///< the left side's clauses that were replaced
};

/// The differences in a game, by event. Throws DamagedArchive if the record can be folded under neither ruleset.
[[nodiscard]] std::vector<Difference> foldBoth(const LabGame& game, const RulesetPair& pair);
/// True if there is any difference. Folds only up to the first one.
[[nodiscard]] bool resultsDiffer(const LabGame& game, const RulesetPair& pair);

}  // namespace docket::lab
