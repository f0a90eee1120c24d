#include "engine/query/evaluation/periods.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "engine/rules/expression/arithmetic.h"

namespace docket::expression {
namespace {

Value periodValue(const Call& call, Function function, PeriodIndex period) {
  const PeriodNow& now = call.state().periods[period];
  call.setEvent(now.began);
  switch (function) {
    case Function::during:
      return Value::ofBoolean(now.open);
    case Function::period_number:
      return Value::ofNumber(now.count);
    case Function::periods_ended:
      return Value::ofNumber(now.count - (now.open ? 1 : 0));
    case Function::period_player:
      return now.open ? playerValue(now.player) : Value::absent(Type::player);
    case Function::period_began:
      return now.open ? Value::ofNumber(now.began) : Value::absent(Type::number);
    case Function::period_place:
      if (!now.open || now.place == kNone) return Value::unknown(Type::entity, {.kind = Reason::Kind::unrecorded});
      return Value::ofEntity(Type::entity, now.place);
    case Function::period_name:
      if (!now.open || now.name == 0) return Value::absent(Type::text);
      return Value::ofText(std::string(call.state().vocabulary->names.text(now.name)));
    default:
      notOfFamily(function);
  }
}

}  // namespace

Value evaluatePeriod(const Call& call) {
  switch (call.function()) {
    case Function::turn:
      return periodValue(call, Function::period_number, call.ruleset().period("turn"));
    case Function::turn_player:
      return periodValue(call, Function::period_player, call.ruleset().period("turn"));
    case Function::phase:
      return periodValue(call, Function::period_name, call.ruleset().period("phase"));
    default:
      return periodValue(call, call.function(), static_cast<PeriodIndex>(call.node(call.child(0)).number));
  }
}

Value extreme(const Call& call) {
  const Value left = call.valueForCalculation(call.child(0));
  const Value right = call.valueForCalculation(call.child(1));
  const bool least = call.function() == Function::minimum;
  const auto pick = [least](std::int64_t a, std::int64_t b) { return least ? std::min(a, b) : std::max(a, b); };
  const Bounds of_left = boundsOf(left);
  const Bounds of_right = boundsOf(right);
  const Bounds bounds{pick(of_left.low, of_right.low), pick(of_left.high, of_right.high)};
  if (bounds.low == bounds.high) return Value::ofNumber(bounds.low);
  const bool unknown = left.isUnknown() || right.isUnknown();
  Value value = unknown ? unknownFor(Type::number, {&left, &right}) : Value::ofNumber(pick(left.number, right.number));
  takeReasons(value, left);
  takeReasons(value, right);
  if (value.grade != Grade::exact) value.setBounds(bounds.low, bounds.high);
  return value;
}

/// The functions absent() and known().
Value evaluatePresence(const Call& call) {
  const Value value = call.argument(0);
  if (call.function() == Function::known) return Value::ofBoolean(!value.isUnknown());
  if (value.isUnknown()) return unknownFor(Type::boolean, {&value});
  Value result = Value::ofBoolean(value.isAbsent());
  takeReasons(result, value);
  return result;
}

}  // namespace docket::expression
