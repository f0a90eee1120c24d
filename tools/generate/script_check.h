// Checks that everything that a play script names exists in its documents.
#pragma once

#include <string>

#include "schemas/play.capnp.h"
#include "tools/generate/rules_summary.h"

namespace docket::generate {

/// Throws BadInput if a script names a clause, a zone or a period that the ruleset does not have, with the nearest
/// existing one.
void requireFits(schema::Play::Reader play, const RulesSummary& summary, const std::string& file);

}  // namespace docket::generate
