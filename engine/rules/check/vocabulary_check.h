// Reports parts of a ruleset's vocabulary that contradict themselves or can never apply, beyond its single words
// (document_words.h): the rules about handling cards, the calculation. Internal to the engine.
#pragma once

#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// Checks the vocabulary, the calculation, and the rules about handling cards.
void checkVocabulary(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks);

}  // namespace docket
