// The page of docket coverage: one file that shows which of the rules the games of an archive exercise and which they
// never do. It needs no script: what was never exercised is told apart by the style alone. Invariant: it asks nothing
// of any server, and the same coverage gives the same bytes.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "store/games.h"
#include "tools/lab/coverage.h"

namespace docket::report {

/// Writes the page of what the games that `filter` lets through exercise.
void writeCoveragePage(std::ostream& out, const std::vector<lab::RulesCovered>& covered, const GameFilter& filter);

}  // namespace docket::report
