// What a page opens with: the verdict on the disputed point, earlier rulings, what the judge did and the penalties, and
// what verdict and grade mean in plain words.
// Invariant: whatever no longer counts is marked as such.
#pragma once

#include <string>
#include <vector>

#include "tools/report/disputes.h"
#include "tools/verdict/rulings_given.h"
#include "tools/verdict/verdict.h"
#include "tools/words/words.h"

namespace docket::report {

/// The CSS class of the dispute that a page opens with: its outcome, and whether it still counts.
[[nodiscard]] std::string openingKind(const Dispute* opening);

/// The verdict on disputes.opening(), or that nothing is in dispute. `decisions` are those of judges (discretionIn());
/// `words` names clauses.
[[nodiscard]] std::string openingMarkup(const Disputes& disputes, const std::vector<Discretion>& decisions,
                                        const Words& words);

/// A paragraph that explains "right" of a ruling and "DIVERGED" of the record.
[[nodiscard]] std::string meaningMarkup(const Dispute* opening, const Verdict& verdict);

}  // namespace docket::report
