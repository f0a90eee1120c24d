// Compiles the limits of a ruleset's document: what is counted, by which keys, within what, and at which events it is
// judged (ruleset.h, Limit). Internal to compile_ruleset.cpp.
// Invariant: a limit's keys fit what it counts, and the period within which it counts is one of the ruleset's.
#pragma once

#include "engine/rules/ruleset_compiler.h"

namespace docket {

/// Requires compiled periods.
void compileLimits(RulesetCompiler& compiler);

}  // namespace docket
