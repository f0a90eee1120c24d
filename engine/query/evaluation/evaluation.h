// The evaluation of one expression: walks the tree and adds a line of the explanation for each part. Implements
// operators, entities, lines and the step budget; functions are delegated to a callback (families.h), which reads the
// evaluation through a Call (call.h). Invariant: lines are only added and removed at the end (for a card that a filter
// excludes), so an index stays valid for its line. Internal to engine/query/evaluation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/query/evaluation/evaluate.h"
#include "engine/query/evaluation/where.h"

namespace docket::expression {

class Call;

class Evaluation {
 public:
  using LineIndex = std::uint32_t;
  /// Computes the result of a function call.
  using Functions = Value (*)(const Call&);

  Evaluation(const Expression& expression, const Point& point, std::uint32_t most_steps, Functions functions)
      : expression_(expression), point_(point), most_steps_(most_steps), functions_(functions) {}

  Answer run();

  /// Evaluates a node on its own; its line is added below `line`.
  Value below(NodeIndex index, const Where& where, LineIndex line) { return alone(calculable(index, where, line)); }
  /// The same, for use in a calculation or comparison, or to pass it on.
  Value calculable(NodeIndex index, const Where& where, LineIndex line);
  /// Adds a line below `line` that is not part of the expression.
  LineIndex note(LineIndex line, Line what);
  /// Removes the line last added below `line`, with all lines after it.
  void takeOff(LineIndex line);
  /// A line. Valid until another line is added.
  Line& at(LineIndex line) { return answer_.lines[line]; }
  /// Notes that a stat or value was read.
  void ask(const AmountOf& amount) { answer_.amounts.push_back(amount); }
  /// Uses steps of the budget; false if it is exhausted.
  bool spend(std::uint32_t steps);
  /// True if the budget is exhausted: then nothing further is evaluated.
  [[nodiscard]] bool isSpent() const { return spent_; }

  [[nodiscard]] const Expression& expression() const { return expression_; }
  [[nodiscard]] const Point& point() const { return point_; }
  [[nodiscard]] const Ruleset& ruleset() const { return point_.rules.ruleset; }

 private:
  /// Evaluates a node into a new line and returns the line.
  LineIndex evaluate(NodeIndex index, const Where& where);
  Value valueOf(NodeIndex index, const Where& where, LineIndex line);
  Value junction(NodeIndex index, const Where& where, LineIndex line);
  Value choice(NodeIndex index, const Where& where, LineIndex line);
  Value operation(NodeIndex index, const Where& where, LineIndex line);
  [[nodiscard]] Value entityOf(NodeIndex index, const Where& where) const;
  static Value alone(Value value);

  const Expression& expression_;
  const Point& point_;
  const std::uint32_t most_steps_;
  const Functions functions_;
  bool spent_ = false;
  Answer answer_;
};

}  // namespace docket::expression
