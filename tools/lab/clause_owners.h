// Which clauses of a ruleset a piece of its document belongs to: the clause whose switch changes that very piece, else
// the one that the document names beside it (`floor` and `floorClause`), else that of what holds it.
// Invariant: only the document says it; no kind of rule is known here by name.
#pragma once

#include <string>
#include <vector>

#include "schemas/ruleset.capnp.h"
#include "tools/lab/document_difference.h"

namespace docket::lab {

/// The ids of the clauses, in the order of the document; empty if it names none.
[[nodiscard]] std::vector<std::string> clausesOwning(schema::Ruleset::Reader document, const PiecePlace& piece);

}  // namespace docket::lab
