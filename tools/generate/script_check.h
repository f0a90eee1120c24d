// Whether a play script fits the documents that it is played with: what it names, they have.
#pragma once

#include <string>

#include "schemas/play.capnp.h"
#include "tools/generate/rules_summary.h"

namespace docket::generate {

/// Throws BadInput if a script speaks of a clause, a zone or a period that the ruleset does not have, with the nearest
/// that it has.
void requireFits(schema::Play::Reader play, const RulesSummary& summary, const std::string& file);

}  // namespace docket::generate
