// Reports rules of play that contradict themselves or can never apply (document_words.h). Internal to the engine.
#pragma once

#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// Checks acts, permissions, precedence, numbers, decks, obligations and wins.
void checkRulesOfPlay(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks);

}  // namespace docket
