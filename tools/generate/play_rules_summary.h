// The part of a summary about acts: requirements, permissions, numbers, wins and rules of decks, as in the document.
// Conditions stay unparsed texts.
#pragma once

#include "schemas/ruleset.capnp.h"
#include "tools/generate/rules_summary.h"

namespace docket::generate {

/// Adds requirements, permissions, numbers, wins and rules of decks.
void readRulesOfPlay(schema::Ruleset::Reader ruleset, RulesSummary& summary);

}  // namespace docket::generate
