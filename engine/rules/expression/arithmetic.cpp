#include "engine/rules/expression/arithmetic.h"

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>

#include "engine/rules/expression/certain.h"

namespace docket::expression {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();

/// Quotient rounded down (towards minus infinity) or up. The divisor is not zero, the quotient within 64 bits.
std::int64_t quotient(std::int64_t left, std::int64_t right, bool up) {
  const std::int64_t cut = left / right;
  if (left % right == 0) return cut;
  const bool below = (left < 0) != (right < 0);  // the exact quotient is negative, so that cutting it rounds up
  return up ? cut + (below ? 0 : 1) : cut - (below ? 1 : 0);
}

/// True if it exceeds 64 bits; else `result` is set.
bool overflows(Operator op, std::int64_t left, std::int64_t right, std::int64_t* result) {
  switch (op) {
    case Operator::add:
      return __builtin_add_overflow(left, right, result);
    case Operator::subtract:
      return __builtin_sub_overflow(left, right, result);
    case Operator::multiply:
      return __builtin_mul_overflow(left, right, result);
    default:
      if (left == kLeast && right == -1) return true;
      *result = quotient(left, right, op == Operator::divide_up);
      return false;
  }
}

/// Bounds of a sum or difference. An end that is missing, or beyond 64 bits, bounds nothing.
Bounds boundsOfSum(Operator op, const Bounds& left, const Bounds& right) {
  const bool adds = op == Operator::add;
  const std::int64_t lower = adds ? right.low : right.high;
  const std::int64_t upper = adds ? right.high : right.low;
  const auto unbounded = [](std::int64_t end) { return end == kLeast || end == kGreatest; };
  Bounds bounds{kLeast, kGreatest};
  std::int64_t end = 0;
  if (!unbounded(left.low) && !unbounded(lower) && !overflows(op, left.low, lower, &end)) bounds.low = end;
  if (!unbounded(left.high) && !unbounded(upper) && !overflows(op, left.high, upper, &end)) bounds.high = end;
  return bounds;
}

/// Whether the bounds alone decide a comparison of numbers: 1 yes, it holds; 0 no; -1 they do not decide.
int decidedBy(Operator op, const Bounds& left, const Bounds& right) {
  const auto decided = [](bool yes, bool no) { return yes ? 1 : no ? 0 : -1; };
  switch (op) {
    case Operator::less:
      return decided(left.high < right.low, left.low >= right.high);
    case Operator::at_most:
      return decided(left.high <= right.low, left.low > right.high);
    case Operator::more:
      return decided(left.low > right.high, left.high <= right.low);
    case Operator::at_least:
      return decided(left.low >= right.high, left.high < right.low);
    default: {
      const bool same = left.low == left.high && right.low == right.high && left.low == right.low;
      const bool apart = left.high < right.low || right.high < left.low;
      return op == Operator::equal ? decided(same, apart) : decided(apart, same);
    }
  }
}

bool comparisonHolds(Operator op, std::int64_t left, std::int64_t right) {
  return decidedBy(op, {left, left}, {right, right}) == 1;
}

/// True if two known or absent values of a type other than number are the same.
bool same(const Value& left, const Value& right) {
  if (left.type == Type::boolean) return left.isTrue() == right.isTrue();
  if (left.isAbsent() || right.isAbsent()) return left.isAbsent() && right.isAbsent();
  return left.type == Type::text ? left.text() == right.text() : left.entity == right.entity;
}

}  // namespace

const ValueDetails RareDetails::kNothing{};

Bounds boundsOf(const Value& number) {
  if (isCertain(number)) return {number.number, number.number};
  return {number.low(), number.high()};
}

void addReason(Value& to, const Reason& reason) {
  to.grade = std::max(to.grade, Grade::unverified);
  auto& reasons = to.details.edit().reasons;
  if (reasons.size() < kMaxReasons && !ranges::contains(reasons, reason)) reasons.push_back(reason);
}

void takeReasonsOfDoubt(Value& to, const Value& doubtful) {
  to.grade = std::max(to.grade, doubtful.grade);
  for (const Reason& reason : doubtful.reasons()) addReason(to, reason);
}

Value unknownFor(Type type, const std::vector<const Value*>& from) {
  Value value{.type = type, .presence = Value::Presence::unknown, .grade = Grade::unverified};
  for (const Value* one : from) takeReasons(value, *one);
  return value;
}

Value calculate(Operator op, const Value& left, const Value& right) {
  const bool divides = op == Operator::divide_down || op == Operator::divide_up;
  if (divides && isCertain(right) && right.number == 0) {
    return Value::unknown(Type::number, {.kind = Reason::Kind::division_by_zero});
  }
  const auto nothing = [](const Value& value) { return isCertain(value) && value.number == 0; };
  if (op == Operator::multiply && (nothing(left) || nothing(right))) return Value::ofNumber(0);

  Value result = Value::ofNumber(0);
  takeReasons(result, left);
  takeReasons(result, right);
  if (result.grade != Grade::exact && (op == Operator::add || op == Operator::subtract)) {
    const Bounds bounds = boundsOfSum(op, boundsOf(left), boundsOf(right));
    result.setBounds(bounds.low, bounds.high);
  }
  if (left.isUnknown() || right.isUnknown()) {
    result.presence = Value::Presence::unknown;
  } else if (divides && right.number == 0) {  // probably a division by zero
    result.presence = Value::Presence::unknown;
    addReason(result, {.kind = Reason::Kind::division_by_zero});
  } else if (overflows(op, left.number, right.number, &result.number)) {
    return Value::unknown(Type::number, {.kind = Reason::Kind::overflow});
  }
  return result;
}

Value negated(const Value& number) { return calculate(Operator::subtract, Value::ofNumber(0), number); }

Value compare(Operator op, const Value& left, const Value& right) {
  if (left.type == Type::number) {
    if (const int decided = decidedBy(op, boundsOf(left), boundsOf(right)); decided >= 0) {
      return Value::ofBoolean(decided == 1);
    }
  }
  if (left.isUnknown() || right.isUnknown()) return unknownFor(Type::boolean, {&left, &right});
  const bool numbers = left.type == Type::number;
  Value result = Value::ofBoolean(numbers ? comparisonHolds(op, left.number, right.number)
                                          : same(left, right) == (op == Operator::equal));
  takeReasons(result, left);
  takeReasons(result, right);
  return result;
}

void Junction::addDoubtful(const Value& condition) {
  const bool decides = decides_ ? condition.isTrue() : condition.isFalse();
  doubts_ = true;
  decided_ = decided_ || decides;
  unknown_ = unknown_ || condition.isUnknown();
  takeReasonsOfDoubt(decides ? deciding_ : others_, condition);
}

Value Junction::doubtfulResult() const {
  Value result = Value::ofBoolean(decided_ ? decides_ : !decides_);
  if (!decided_ && unknown_) return unknownFor(Type::boolean, {&others_});
  takeReasons(result, decided_ ? deciding_ : others_);
  return result;
}

Value notOf(const Value& condition) {
  Value result = condition;
  if (result.isUnknown()) return result;
  result.presence = Value::Presence::known;
  result.number = condition.isTrue() ? 0 : 1;
  return result;
}

}  // namespace docket::expression
