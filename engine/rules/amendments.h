// Amends a ruleset's document: switches off a clause, or applies another reading of it. The effect of a clause is
// visible in what changes without it; the amended document is compiled like any other.
// Invariant: this code depends only on the names of fields that hold a clause, not on kinds of rules, so a new kind can
// be switched off as soon as the schema has it.
#pragma once

#include <string_view>

#include "events/document.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// The document without a clause: items of lists whose `clause` it is go (or are `lifted`, if the schema lets other
/// items name them), other fields that name it (`clause`, `...Clause`, an element of `...Clauses`) are emptied, and
/// then the clause's own `off` patches are applied.
/// Throws BadInput for a clause that the document lacks, and for a patch (naming clause and path) whose path leads
/// nowhere or whose JSON is not of the type that is there.
Document<schema::Ruleset> withClauseOff(schema::Ruleset::Reader document, std::string_view clause);

/// The document with a clause read as one of its variants. Throws BadInput likewise.
Document<schema::Ruleset> withVariant(schema::Ruleset::Reader document, std::string_view clause,
                                      std::string_view variant);

}  // namespace docket
