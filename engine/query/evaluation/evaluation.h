// The evaluation of one expression: walks the tree, and, if an explanation is wanted, adds a line of it for each part.
// Implements operators, entities, lines and the step budget; functions are delegated to a callback (families.h), which
// reads the evaluation through a Call (call.h).
// Invariants: the value and the steps are the same with an explanation and without. Lines are only added and removed at
// the end (for a card that a filter excludes), so an index stays valid for its line.
// Internal to engine/query/evaluation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/query/evaluation/evaluate.h"
#include "engine/state/state.h"

namespace docket::expression {

class Call;

/// The context in which a part of an expression is evaluated: `before(57, ...)` changes the state, a filter sets `it`.
struct EvaluationContext {
  const State* state;
  CardIndex it = kNone;
  Seat each = 0;  ///< the player that `everyPlayer` asks; 0: none
};

class Evaluation {
 public:
  using LineIndex = std::uint32_t;
  /// Computes the result of a function call.
  using Functions = Value (*)(const Call&);
  enum class Wanted : std::uint8_t { value, explanation };

  Evaluation(const Expression& expression, const Point& point, std::uint32_t most_steps, Functions functions,
             Wanted wanted)
      : expression_(expression),
        point_(point),
        most_steps_(most_steps),
        functions_(functions),
        explains_(wanted == Wanted::explanation),
        unread_(countsAny(point.state.unread_in_play, Matters::all())) {}

  /// The value with its explanation, which must be wanted.
  [[nodiscard]] Answer answer();
  /// The value alone.
  [[nodiscard]] Value value();

  /// Evaluates a node on its own; its line is added below `line`.
  [[nodiscard]] Value below(NodeIndex index, const EvaluationContext& context, LineIndex line) {
    Value value = valueForCalculation(index, context, line);
    settle(value);
    return value;
  }
  /// The value of a node for a calculation or comparison, or to pass it on.
  [[nodiscard]] Value valueForCalculation(NodeIndex index, const EvaluationContext& context, LineIndex line) {
    return explains_ ? explainedValue(index, context, line) : valueOf(index, context, line);
  }
  /// The value of a node on its own, without lines.
  [[nodiscard]] Value valueWithoutLines(NodeIndex index, const EvaluationContext& context);
  /// Adds the lines of a node whose value is known without evaluating it; it takes no steps.
  void show(NodeIndex index, const EvaluationContext& context, LineIndex line);

  /// True if lines are wanted. Without, lines are neither added nor changed.
  [[nodiscard]] bool explains() const { return explains_; }
  /// Adds a line below `line` that is not part of the expression.
  LineIndex note(LineIndex line, Line what);
  /// Removes the line last added below `line`, with all lines after it.
  void removeLastBelow(LineIndex line);
  /// A line, if they are wanted. Valid until another line is added.
  Line& at(LineIndex line) { return answer_.lines[line]; }
  /// Notes that a stat or value was read.
  void noteRead(const AmountOf& amount) {
    if (explains_) answer_.amounts.push_back(amount);
  }
  /// Uses steps of the budget; false if it is exhausted.
  bool spend(std::size_t steps) {
    if (steps > most_steps_ - answer_.steps) spent_ = true;
    if (!spent_) answer_.steps += static_cast<std::uint32_t>(steps);
    return !spent_;
  }
  /// True if the budget is exhausted: then nothing further is evaluated.
  [[nodiscard]] bool isSpent() const { return spent_; }

  [[nodiscard]] const Expression& expression() const { return expression_; }
  [[nodiscard]] const Point& point() const { return point_; }
  [[nodiscard]] const Ruleset& ruleset() const { return point_.rules.ruleset; }
  /// True if unread words in play can matter in a state.
  [[nodiscard]] bool unreadMayMatterIn(const State& state) const { return unread_ || &state != &point_.state; }

 private:
  [[nodiscard]] Value root(LineIndex line);
  [[nodiscard]] Value explainedValue(NodeIndex index, const EvaluationContext& context, LineIndex line);
  [[nodiscard]] Value valueOf(NodeIndex index, const EvaluationContext& context, LineIndex line);
  [[nodiscard]] Value junction(const Node& one, bool decides, const EvaluationContext& context, LineIndex line);
  [[nodiscard]] Value choice(const Node& one, const EvaluationContext& context, LineIndex line);
  [[nodiscard]] Value operation(const Node& one, const EvaluationContext& context, LineIndex line);
  [[nodiscard]] Value entityOf(const Node& one, const EvaluationContext& context) const;
  /// Finishes a value that is used on its own: a negative one that only counts in calculations becomes 0.
  static void settle(Value& value) {
    if (value.zero_alone) value.number = 0;
    value.zero_alone = false;
  }

  const Expression& expression_;
  const Point& point_;
  const std::uint32_t most_steps_;
  const Functions functions_;
  bool explains_;
  const bool unread_;
  bool spent_ = false;
  Answer answer_;
};

}  // namespace docket::expression
