// The limits of a ruleset's document, compiled: what is counted, keyed by what, within what, and at which events it is
// judged (ruleset.h, Limit). Internal to compile_ruleset.cpp.
// Invariant: what a limit counts has all of its keys, and what it counts within is a period of the ruleset.
#pragma once

#include "engine/rules/ruleset_compiler.h"

namespace docket {

/// The limits. The periods have to be compiled by then.
void compileLimits(RulesetCompiler& compiler);

}  // namespace docket
