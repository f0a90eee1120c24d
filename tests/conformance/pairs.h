// Pairs of clauses: every two of a ruleset that read the same fact (reads.h) want a case together, or a reason why
// there is none (tests/conformance/pairs.tsv). Each clause can be shown by cases of its own and still be wrong where
// the other one meets it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/conformance/case_files.h"
#include "tests/conformance/reads.h"

namespace docket::conformance {

struct Pair {
  std::string ruleset;     ///< its name; all of its versions have one list
  std::string one, other;  ///< the clauses, in the order of the alphabet
  Facts facts;             ///< the facts that both read
  /// The place of the first case that shows both: its answer changes if either is switched off; or it is a case of one
  /// of them, and its answer changes when that one is off, and again when the other is too. Empty if there is none.
  std::string shown;
  std::string reason;  ///< why no case can; empty: none is given
};

/// The results for the pairs of some rulesets.
struct Pairs {
  std::vector<Pair> all;
  std::vector<std::string> problems;  ///< reasons for clauses that are not a pair, or for a pair with a case
};

/// tests/conformance/pairs.tsv: a ruleset, two of its clauses, and why no case shows them together.
std::string reasonsTable();

/// The pairs of the rulesets of which there are cases in tests/conformance, shown by those. `ruleset`: of that name
/// only; `reasons`: a text like pairs.tsv. Throws BadInput if there is no such ruleset, or if the text of reasons is
/// malformed.
Pairs findPairs(const std::optional<std::string>& ruleset = std::nullopt, const std::string& reasons = reasonsTable());

/// For a terminal: a line a ruleset with its numbers, and each pair that has neither a case nor a reason. `each`: each
/// pair there is, with its case or its reason.
std::string printed(const Pairs& pairs, bool each);

/// The number of pairs with neither a case nor a reason.
std::size_t countBare(const std::vector<Pair>& pairs);

}  // namespace docket::conformance
