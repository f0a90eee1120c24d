// Parses a text into an untyped tree. Only grammar.cpp includes the parser library.
// Internal to this folder; others call parse().
#pragma once

#include <string_view>
#include <vector>

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// Parses `text` into a tree whose nodes have no types, and whose calls have no function: Node::text is their name, and
/// `keyword "Samurai"` has become a call with `it` as its first argument. Names in `definitions` are replaced by their
/// definitions. Throws BadInput.
Expression parseTree(std::string_view text, const Source& source, const std::vector<NamedExpression>& definitions);

}  // namespace docket::expression
