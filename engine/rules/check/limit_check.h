// Reports limits of a ruleset that contradict themselves or can never apply (document_words.h). Internal to the engine.
#pragma once

#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// Checks the limits.
void checkLimits(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks);

}  // namespace docket
