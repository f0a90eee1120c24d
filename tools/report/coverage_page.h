// The page of docket coverage: one file that shows which rules the games of an archive exercise and which they never
// do. It needs no script: its style alone marks what was never exercised.
// Invariant: it makes no requests, and the same coverage gives the same bytes.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "store/games.h"
#include "tools/lab/coverage.h"

namespace docket::report {

/// Writes the page of the rules that the games selected by `filter` exercise.
void writeCoveragePage(std::ostream& out, const std::vector<lab::RulesCovered>& covered, const GameFilter& filter);

}  // namespace docket::report
