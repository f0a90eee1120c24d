// Documents held to what they say: whatever stands in a ruleset or a catalogue has an effect, or it is a mistake, for
// which the document is refused when it comes in from a file, or it is noted. The documents that games are pinned to
// are read as they were, so that they stay runnable; the same is reported of them.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// What is to be said of a ruleset: names that nothing declares, fields that nothing reads, lines that can never apply.
/// `compiled` is what it compiles to.
[[nodiscard]] std::vector<Remark> checkRuleset(schema::Ruleset::Reader document, const Ruleset& compiled);

/// Switches each clause off and applies each variant: a mistake where that cannot be done or does not compile, a note
/// where the rules are the same as before.
[[nodiscard]] std::vector<Remark> checkSwitches(schema::Ruleset::Reader document, const std::string& file);

/// Likewise of a catalogue, under the ruleset with which it was compiled.
[[nodiscard]] std::vector<Remark> checkCatalogue(schema::Catalogue::Reader document, schema::Ruleset::Reader rules,
                                                 const Ruleset& ruleset, const Catalogue& compiled);

/// Throws BadDocument for the first mistake among them, where there is one.
void refuseMistakes(const std::vector<Remark>& remarks, const std::string& file);

}  // namespace docket
