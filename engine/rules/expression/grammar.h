// From text to an untyped tree. The parser library stays in grammar.cpp.
// Internal to this folder; others call parse().
#pragma once

#include <string_view>
#include <vector>

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// Parses `text` into a tree whose nodes have no types, and whose calls have no function: Node::text is their name, and
/// `keyword "Samurai"` has become a call with `it` as its first argument. What one of `definitions` names is there
/// as it is defined. Throws BadInput.
Expression parseTree(std::string_view text, const Source& source, const std::vector<NamedExpression>& definitions);

}  // namespace docket::expression
