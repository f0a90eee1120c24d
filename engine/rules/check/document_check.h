// Checks documents for mistakes and for parts that have no effect. A document with a mistake is refused when it is read
// from a file; other remarks are notes. Documents that games are pinned to are accepted with the same remarks, so that
// old games stay runnable.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// Remarks about a ruleset: names that nothing declares, fields that nothing reads, lines that can never apply.
/// `compiled`: the compiled document.
[[nodiscard]] std::vector<Remark> checkRuleset(schema::Ruleset::Reader document, const Ruleset& compiled);

/// Switches each clause off and applies each variant: a mistake if that cannot be done or does not compile, a note if
/// the rules are the same as before.
[[nodiscard]] std::vector<Remark> checkSwitches(schema::Ruleset::Reader document, const std::string& file);

/// Remarks about a catalogue, under the ruleset with which it was compiled.
[[nodiscard]] std::vector<Remark> checkCatalogue(schema::Catalogue::Reader document, schema::Ruleset::Reader rules,
                                                 const Ruleset& ruleset, const Catalogue& compiled);

/// Throws BadDocument for the first mistake among them, if there is one.
void refuseMistakes(const std::vector<Remark>& remarks, const std::string& file);

}  // namespace docket
