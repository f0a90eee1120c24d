// Finds the clauses that a piece of a ruleset document belongs to: the clause whose switch changes this piece, else the
// one named next to it (`floor` and `floorClause`), else that of its parent.
// Invariant: only the document decides; no kind of rule is known here by name.
#pragma once

#include <string>
#include <vector>

#include "schemas/ruleset.capnp.h"
#include "tools/lab/document_difference.h"

namespace docket::lab {

/// The ids of the clauses, in the order of the document; empty if it names none.
[[nodiscard]] std::vector<std::string> clausesOwning(schema::Ruleset::Reader document, const PiecePlace& piece);

}  // namespace docket::lab
