// Arithmetic, comparisons, "and" and "or" on numbers and conditions that may be unknown. An unknown part matters only
// if it decides the result.
// Invariant: an exact result is the same whatever the unknown parts are. Internal to engine/rules/expression.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "engine/rules/expression/value.h"

namespace docket::expression {

/// The bounds of a number. An absent number reads as zero.
struct Bounds {
  std::int64_t low, high;
};
[[nodiscard]] Bounds boundsOf(const Value& number);

/// The most reasons that a value keeps, each once.
inline constexpr std::size_t kMaxReasons = 16;
void addReason(Value& to, const Reason& reason);
void takeReasonsOfDoubt(Value& to, const Value& doubtful);
/// Adds the reasons of `from` and lowers the grade to its grade.
inline void takeReasons(Value& to, const Value& from) {
  if (from.grade != Grade::exact) takeReasonsOfDoubt(to, from);
}

/// An unknown value of a type, with the reasons of its inputs.
[[nodiscard]] Value unknownFor(Type type, const std::vector<const Value*>& from);

/// add, subtract, multiply, divide_down, divide_up of two numbers.
[[nodiscard]] Value calculate(Operator op, const Value& left, const Value& right);
[[nodiscard]] Value negated(const Value& number);

/// equal, unequal (of any two), less, at_most, more, at_least (of numbers).
[[nodiscard]] Value compare(Operator op, const Value& left, const Value& right);

/// A conjunction or a disjunction, condition by condition.
class Junction {
 public:
  /// `decides`: the truth value that decides the whole: false for a conjunction, true for a disjunction.
  explicit Junction(bool decides) : decides_(decides) {}
  /// Adds the next condition; returns true if the result is already certain.
  bool add(const Value& condition) {
    if (condition.grade != Grade::exact) {
      addDoubtful(condition);
    } else if (decides_ ? condition.isTrue() : condition.isFalse()) {
      decided_exactly_ = true;
    }
    return decided_exactly_;
  }
  [[nodiscard]] Value result() const {
    return doubts_ && !decided_exactly_ ? doubtfulResult() : Value::ofBoolean(decides_ == decided_exactly_);
  }

 private:
  void addDoubtful(const Value& condition);
  [[nodiscard]] Value doubtfulResult() const;

  bool decides_;
  bool decided_exactly_ = false;
  bool doubts_ = false, decided_ = false, unknown_ = false;  // of the conditions that are not exact
  Value deciding_ = Value::ofBoolean(false);                 // the reasons of conditions that decide without certainty
  Value others_ = Value::ofBoolean(false);                   // the reasons of the others
};

[[nodiscard]] Value notOf(const Value& condition);

}  // namespace docket::expression
