// Numbers and conditions of which some are not known: sums, comparisons, and, or. What is unknown matters only where it
// decides. Invariant: a result that is graded exact would be the same whatever the unknown turned out to be.
// Internal to engine/rules/expression.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "engine/rules/expression/value.h"

namespace docket::expression {

/// The bounds within which a number certainly lies. What is absent reads as zero.
struct Bounds {
  std::int64_t low, high;
};
[[nodiscard]] Bounds boundsOf(const Value& number);

/// Adds the reasons of `from` and lowers the grade to its. At most kMostReasons are kept, each once.
inline constexpr std::size_t kMostReasons = 16;
void takeReasons(Value& to, const Value& from);
void addReason(Value& to, const Reason& reason);

/// An unknown value of a type, for the reasons of what it comes from.
[[nodiscard]] Value unknownFor(Type type, const std::vector<const Value*>& from);

/// add, subtract, multiply, divide_down, divide_up of two numbers.
[[nodiscard]] Value calculate(Operator op, const Value& left, const Value& right);
[[nodiscard]] Value negated(const Value& number);

/// equal, unequal (of any two), less, at_most, more, at_least (of numbers).
[[nodiscard]] Value compare(Operator op, const Value& left, const Value& right);

/// A conjunction or a disjunction, condition by condition.
class Junction {
 public:
  /// `decides`: the truth of a condition that decides the whole: false for a conjunction, true for a disjunction.
  explicit Junction(bool decides) : decides_(decides) {}
  /// Takes in the next condition; gives whether the result is certain already.
  bool add(const Value& condition);
  [[nodiscard]] Value result() const;

 private:
  bool decides_;
  bool decided_ = false, decided_exactly_ = false, unknown_ = false;
  Value deciding_ = Value::ofBoolean(false);  // with the reasons of those that decide, but only as it seems
  Value others_ = Value::ofBoolean(false);    // with those of the rest
};

[[nodiscard]] Value notOf(const Value& condition);

}  // namespace docket::expression
