// Compiles a ruleset's document (ruleset.h): the vocabulary, the calculation and the rule switches here; limits and
// rules of play in separate files.
// Invariant: everything in the document has its effect, or the document is refused.
#pragma once

#include <string>

#include "engine/rules/ruleset.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// Compiles a document. Throws BadDocument (with `file`, the path, and for an unknown name the nearest known one) if a
/// name that it uses is not declared in it, a name is declared twice, or a table is too large for the engine.
/// `consulted`: if footprints are recorded, the parts of the ruleset that are read, now and later, are noted there.
Ruleset compile(schema::Ruleset::Reader document, const std::string& file, Consulted* consulted = nullptr);

}  // namespace docket
