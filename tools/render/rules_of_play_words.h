// The rules of play of a ruleset in words for people (ruleset_words.h): who may do what, whose word counts, what must
// happen, who wins.
#pragma once

#include <string>
#include <string_view>

#include "engine/rules/ability.h"
#include "engine/rules/ruleset.h"

namespace docket {

/// "  [clause]" after what the clause says; empty if there is none.
[[nodiscard]] std::string bracketedClause(const std::string& clause);
/// ", where ..." of a condition; empty if there is none.
[[nodiscard]] std::string conditionWords(const Condition& condition, std::string_view lead = ", where ");
/// Which events a rule or a trigger is about: "began (rest)", "any event".
[[nodiscard]] std::string kindWords(const EventKind& kind);
/// The words for an effect of a text: "bonus Steam 2, to attachedTo(this)".
[[nodiscard]] std::string effectWords(const Effect& effect);
/// Its parts about permissions, precedence, numbers, decks, obligations, the end of the game and attachments
/// (rules_of_play_words.cpp); empty if it says nothing of them.
[[nodiscard]] std::string describeRulesOfPlay(const Ruleset& ruleset, bool colour);

}  // namespace docket
