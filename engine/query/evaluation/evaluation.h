// One expression being evaluated: the tree is walked, and each part leaves a line of the explanation. Here are
// operators, entities, lines and the budget of steps; what a function gives is asked of whoever is given
// (families.h), who reads it through a Call (call.h). Invariant: lines are only added at the end, and taken off there
// (a card that a filter leaves out), so an index stays with its line. Internal to engine/query/evaluation.
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
  /// What a call of a function comes to.
  using Functions = Value (*)(const Call&);

  Evaluation(const Expression& expression, const Point& point, std::uint32_t most_steps, Functions functions)
      : expression_(expression), point_(point), most_steps_(most_steps), functions_(functions) {}

  Answer run();

  /// Evaluates a node, as it counts by itself; its line comes below `line`.
  Value below(NodeIndex index, const Where& where, LineIndex line) { return alone(calculable(index, where, line)); }
  /// The same, as it counts in a calculation or a comparison, or where it is passed on.
  Value calculable(NodeIndex index, const Where& where, LineIndex line);
  /// Adds a line that is no part of the expression below `line`.
  LineIndex note(LineIndex line, Line what);
  /// Takes off again what was last noted below `line`, with all that came after it.
  void takeOff(LineIndex line);
  /// A line. It stays where it is until another one is added.
  Line& at(LineIndex line) { return answer_.lines[line]; }
  /// Notes that a stat or value was asked for.
  void ask(const AmountOf& amount) { answer_.amounts.push_back(amount); }
  /// Takes steps of the budget; false where it is used up.
  bool spend(std::uint32_t steps);
  /// Whether the budget is used up: then nothing that was not evaluated yet is.
  [[nodiscard]] bool isSpent() const { return spent_; }

  [[nodiscard]] const Expression& expression() const { return expression_; }
  [[nodiscard]] const Point& point() const { return point_; }
  [[nodiscard]] const Ruleset& ruleset() const { return point_.rules.ruleset; }

 private:
  /// Evaluates a node into a new line and gives the line.
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
