// What a ruleset or a catalogue says of names that the engine itself would take as they come: it compiles with them,
// and they would never mean anything. Documents are held to this when they come in from a file; those that games are
// pinned to are not, so that they stay runnable.
#pragma once

#include <string>

#include "engine/ruleset.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// Throws BadDocument, with the nearest known name, for a name in a condition that the ruleset does not declare (a
/// type, a zone, a period's name), a `named` that no such event can have, a requirement without its condition, a clause
/// or a reading that stands there twice, a missing version and a day that is none. `compiled` is what it compiles to.
void checkRuleset(schema::Ruleset::Reader document, const Ruleset& compiled, const std::string& file);

/// Switches each clause off and applies each variant: throws BadDocument where that cannot be done, or does not
/// compile.
void checkSwitches(schema::Ruleset::Reader document, const std::string& file);

/// Likewise of a catalogue: types, zones, values and permissions that the ruleset lacks, what an event cannot be named,
/// and continuous traits with effects that are no changes.
void checkCatalogue(schema::Catalogue::Reader document, const Ruleset& ruleset, const std::string& file);

}  // namespace docket
