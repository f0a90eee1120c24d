// The table of what the cases show, clause by clause, that check.sh prints, and docs/clauses.md.
#pragma once

#include <string>
#include <vector>

#include "tests/conformance/case_files.h"

namespace docket::conformance {

/// A clause of a ruleset with its cases. One that several versions of a ruleset have is one clause.
struct ClauseRow {
  std::string id, document, place, gist;  ///< document: the ruleset, and the version where not all of them have it
  std::size_t cases = 0, passed = 0, fails_off = 0;  ///< of its cases
  std::size_t checks = 0, held = 0;                  ///< of its checks; held: answered alike with and without it
};

/// The clauses of all rulesets, in their order, ruleset by ruleset.
std::vector<ClauseRow> tabulate(const std::vector<RulesetClauses>& rulesets, const std::vector<CaseResult>& results);

/// For a terminal: a line for each clause, and the sums. Cases and checks are counted separately.
std::string printed(const std::vector<ClauseRow>& rows);

/// docs/clauses.md. It has no sums, so that two who add cases do not change the same line.
std::string page(const std::vector<ClauseRow>& rows);

}  // namespace docket::conformance
