// A ruleset's document amended: with one of its clauses switched off, or with another reading of it applied. What a
// clause does is shown by what changes without it; the amended document is compiled like any other.
// Invariant: nothing here knows a kind of rule by name, only what fields that name a clause are called, so that a new
// kind is switched off the day the schema has it.
#pragma once

#include <string_view>

#include "events/document.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// The document without a clause: items of lists whose `clause` it is go (or are `lifted`, where the schema lets other
/// items name them), other fields that name it (`clause`,
/// `...Clause`, an element of `...Clauses`) are emptied, and then the clause's own `off` patches are applied.
/// Throws BadInput for a clause that the document lacks, and for a patch (naming clause and path) whose path leads
/// nowhere or whose JSON is not of the type that stands there.
Document<schema::Ruleset> withClauseOff(schema::Ruleset::Reader document, std::string_view clause);

/// The document with a clause read as one of its variants. Throws BadInput likewise.
Document<schema::Ruleset> withVariant(schema::Ruleset::Reader document, std::string_view clause,
                                      std::string_view variant);

}  // namespace docket
