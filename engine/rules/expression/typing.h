// Gives every node of a tree its type, every call its function and every name its index in the ruleset.
// Internal to this folder; others call parse().
#pragma once

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// Throws BadInput if the tree has no valid meaning.
void giveTypes(Expression& expression, const Scope& scope, const Source& source);

/// True if a value of type `given` is valid where `wanted` is required. An entity is valid for a card or a player; if
/// it turns out to be neither, the result is absent.
[[nodiscard]] bool fits(Type given, Type wanted);

}  // namespace docket::expression
