// Gives every node of a tree its type, every call its function and every name its place in the ruleset.
// Internal to this folder; others call parse().
#pragma once

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// Throws BadInput if the tree means nothing.
void giveTypes(Expression& expression, const Scope& scope, const Source& source);

/// Whether a value of type `given` can stand where `wanted` is asked. An entity can stand for a card or a player: if it
/// turns out to be neither, what is asked of it is absent.
[[nodiscard]] bool fits(Type given, Type wanted);

}  // namespace docket::expression
