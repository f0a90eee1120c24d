#include "engine/query/acts/conditions.h"

#include "engine/query/cards/card_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

expression::Point pointOf(const State& state, const Rules& rules, const EventContext& context, Entity self) {
  return {.state = state,
          .rules = rules,
          .self = self,
          .it = context.card,
          .who = context.player,
          .that = context.that,
          .amount = context.amount,
          .amount_known = context.amount_known,
          .used = abilityUsed(state, context),
          .event = &context};
}

}  // namespace

TriState metBy(const expression::Value& value) {
  if (!expression::isCertain(value)) return TriState::undecided;
  return value.isTrue() ? TriState::yes : TriState::no;
}

expression::Value valueOf(const expression::Expression& expression, const State& state, const Rules& rules,
                          const EventContext& context, Entity self) {
  return expression::valueAt(expression, pointOf(state, rules, context, self));
}

std::shared_ptr<const expression::Answer> answerOf(const expression::Expression& expression, const State& state,
                                                   const Rules& rules, const EventContext& context, Entity self) {
  return std::make_shared<const expression::Answer>(
      expression::evaluate(expression, pointOf(state, rules, context, self)));
}

TriState holds(const Condition& condition, const State& state, const Rules& rules, const EventContext& context,
               Entity self, Seat each) {
  if (!condition) return TriState::yes;
  expression::Point point = pointOf(state, rules, context, self);
  point.each = each;
  return expression::metAt(*condition, point);
}

}  // namespace docket
