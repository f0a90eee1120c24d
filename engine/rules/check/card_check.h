// Reports cards of a catalogue that contradict themselves or can never apply (document_words.h). Internal to the
// engine.
#pragma once

#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "schemas/card.capnp.h"

namespace docket {

/// Checks what is printed on cards, their limits and their texts.
void checkCards(schema::Catalogue::Reader document, const Ruleset& ruleset, Remarks& remarks);

}  // namespace docket
