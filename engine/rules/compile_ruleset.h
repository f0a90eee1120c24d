// A ruleset's document, compiled (ruleset.h): the vocabulary, the calculation and the readings here, limits and rules
// of play in files of their own. Invariant: what it gives says all that the document does, or the document is refused.
#pragma once

#include <string>

#include "engine/rules/ruleset.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// Compiles a document. Throws BadDocument (naming `file`, the path, what is unknown and the nearest known name) where
/// a name that it uses is not declared in it, a name is declared twice, or a table is larger than the engine's.
/// `consulted`: if footprints are recorded, what is read of the ruleset is noted there, now and later.
Ruleset compile(schema::Ruleset::Reader document, const std::string& file, Consulted* consulted = nullptr);

}  // namespace docket
