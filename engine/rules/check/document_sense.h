// What in a document contradicts itself or can never apply, beyond its single words (document_words.h): a limit by what
// nothing counts, an act that cannot be void, a line of precedence that an earlier one decides. Internal to the engine.
#pragma once

#include "engine/rules/check/document_remarks.h"
#include "engine/rules/ruleset.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// The vocabulary, the calculation, what is done with cards.
void checkVocabulary(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks);
/// The limits.
void checkLimits(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks);
/// Acts, permissions, precedence, numbers, decks, obligations and wins.
void checkRulesOfPlay(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks);
/// The effects of a text. `continuous`: it is a continuous trait. `at`: the path of what has them; `of`: the card, or
/// empty.
void checkEffects(capnp::List<schema::Effect>::Reader effects, bool continuous, const std::string& at,
                  const std::string& of, Remarks& remarks);
/// What is printed on cards, their limits and what their texts say.
void checkCards(schema::Catalogue::Reader document, const Ruleset& ruleset, Remarks& remarks);

}  // namespace docket
