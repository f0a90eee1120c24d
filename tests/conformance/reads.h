// The facts that the clauses of a ruleset read: the stats, keywords, limits, places and other names in their lines,
// found by the marks of the schema, and the subjects of the lines, which tests/conformance/reads.tsv lists for each
// place of a document.
// Invariant: a line of a clause that the table does not know is refused.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engine/rules/ruleset.h"
#include "schemas/ruleset.capnp.h"

namespace docket::conformance {

/// Facts in words: "stat Chi", "limit once-per-turn", "the bounds of a stat".
using Facts = std::set<std::string>;

/// tests/conformance/reads.tsv.
std::string readsTable();

/// The facts that each clause reads. `ruleset`: the document, compiled; `table`: a text like reads.tsv. Throws BadInput
/// for a line of a clause that the table lacks.
std::map<std::string, Facts> factsOfClauses(schema::Ruleset::Reader document, const Ruleset& ruleset,
                                            std::string_view table);

}  // namespace docket::conformance
