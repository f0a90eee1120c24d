// Builds the tree of an expression while the grammar is matched: finished parts wait on a stack for their parent.
// Invariant: a node's children were made before it, so the tree has no cycle and its depth is known at once.
// Internal to engine/rules/expression.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/expression/expression.h"

namespace docket::expression {

/// Throws BadInput with the place at `offset` (in bytes) of `text`.
[[noreturn]] void refuse(std::string_view text, const Source& source, std::size_t offset, const std::string& message);

/// Throws BadInput for a node; for a part of a name's definition at the place of the name, with a note.
[[noreturn]] void refuse(const Expression& expression, const Source& source, NodeIndex node,
                         const std::string& message);

class Builder {
 public:
  Builder(std::string_view text, const Source& source, const std::vector<NamedExpression>& defined_names)
      : definitions(defined_names), source_(source), origin_(text.data()) {
    made_.source = text;
    made_.length = static_cast<std::uint32_t>(text.size());
    constexpr std::size_t kUsual = 16;
    made_.nodes.reserve(kUsual);
    last_child_.reserve(kUsual);
    stack_.reserve(kUsual);
  }

  const std::vector<NamedExpression>& definitions;  ///< the names that the ruleset defines

  /// The tree whose root is the only node on the stack. Call once, last.
  Expression finish();

  [[noreturn]] void refuseAt(std::size_t offset, const std::string& message) const;

  /// Pushes a node; the `children` topmost nodes of the stack become its own. Blanks at its end are not part of it.
  Node& push(Operator op, std::size_t begin, std::size_t end, std::size_t children = 0);

  /// Joins the two topmost nodes by an operator. Nested conjunctions and disjunctions are flattened.
  void join(Operator op);

  /// A call of the function with that name; the `arguments` topmost nodes are its arguments.
  void call(std::string_view name, std::size_t begin, std::size_t end, std::size_t arguments);

  /// Pushes a name's definition; false if the ruleset does not define it.
  bool pushDefinition(std::string_view name, std::size_t begin, std::size_t end);

  /// Stores a text that nodes can refer to; returns its index.
  std::uint32_t addText(std::string_view text);

  /// The number of some digits. Throws BadInput if it is above `most`.
  [[nodiscard]] std::int64_t number(std::string_view digits, std::size_t begin, std::int64_t most) const;

  /// The place of a position in the parsed text, in bytes. (The parser's own positions count lines from the
  /// start each time.)
  [[nodiscard]] std::size_t offsetOf(const char* place) const { return static_cast<std::size_t>(place - origin_); }

  /// The parsed text from a position on.
  [[nodiscard]] std::string_view textFrom(std::size_t offset) const {
    return std::string_view(made_.source).substr(0, made_.length).substr(offset);
  }

  /// The number of nodes on the stack.
  [[nodiscard]] std::size_t size() const { return stack_.size(); }

  struct OpenCall {
    std::string name;
    std::size_t begin;
    std::size_t below;  ///< the size of the stack before its arguments
  };
  std::vector<OpenCall> calls;  ///< calls and selections whose arguments are being matched, the innermost last
  std::uint32_t nesting = 0;
  bool up = false;         ///< the latest direction: up or down
  bool rounds_up = false;  ///< the division being matched says "rounded up"

 private:
  /// The source of a definition's text, and of its texts.
  struct Taken {
    std::uint32_t source, texts;
  };
  Taken take(std::size_t definition, std::size_t begin);

  std::map<std::size_t, Taken> taken_;  // by the place of the definition
  std::size_t defining_ = 0;            // the bytes of their texts
  Expression made_;
  const Source& source_;
  const char* origin_;
  std::vector<NodeIndex> stack_;
  std::vector<NodeIndex> last_child_;  // of each node, so that a long conjunction is not walked at each condition
};

}  // namespace docket::expression
