// The rules of play of a ruleset's document, compiled (rules_of_play.h). Internal to compile_ruleset.cpp.
#pragma once

#include "engine/rules/ruleset_compiler.h"

namespace docket {

/// Permissions, precedence, obligations, decks, wins and numbers. The vocabulary has to be compiled by then.
void compileRulesOfPlay(RulesetCompiler& compiler);

}  // namespace docket
