// What a page opens with: the verdict on the point in dispute, what became of the rulings before it, what was
// done on the table and which penalties were given, and in plain words what the verdict says and what the grade of the
// whole record says beside it. Invariant: what no longer counts says so where it is.
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

/// A paragraph that says in words what "right" says of the one and "DIVERGED" of the other.
[[nodiscard]] std::string meaningMarkup(const Dispute* opening, const Verdict& verdict);

}  // namespace docket::report
