// Compiles the rules of play of a ruleset's document (rules_of_play.h). Internal to compile_ruleset.cpp.
#pragma once

#include "engine/rules/ruleset_compiler.h"

namespace docket {

/// Compiles permissions, precedence, obligations, decks, wins and numbers. Requires the compiled vocabulary.
void compileRulesOfPlay(RulesetCompiler& compiler);

}  // namespace docket
