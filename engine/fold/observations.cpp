#include "engine/fold/observations.h"

#include <optional>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/lower_bound.hpp>
#include <tuple>
#include <utility>

#include "engine/fold/erase_facts.h"
#include "engine/query/evaluation/answer_text.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/stats/amounts.h"
#include "engine/rules/expression/expression.h"
#include "engine/rules/expression/functions.h"
#include "engine/state/facts.h"
#include "events/errors.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using expression::Expression;

/// The budget of a fold for one observed expression: enough for a sum over a full table.
constexpr std::uint32_t kMaxObservedSteps = expression::kMaxSteps / 10;

const auto kObservationKey = [](const Observation& seen) {
  return std::tuple{seen.subject, seen.reading, seen.base, seen.stat, seen.key};
};

Observation readingSeen(const Fold& fold, schema::Event::Observed::Reader event) {
  return {.subject = fold.subject(event.getSubject()),
          .reading = event.getReading(),
          .base = event.getBase(),
          .absent = event.getAbsent(),
          .event = fold.now,
          .amount = event.getAmount()};
}

/// The entity that an expression names outright.
Entity entityNamed(const Fold& fold, const expression::Node& node) {
  using expression::Operator;
  const auto number = static_cast<std::uint32_t>(node.number);
  switch (node.op) {
    case Operator::card_number:
      return fold.card(number);
    case Operator::player:
      return number == 0 || number > fold.state.seats ? kNone : entityOf(EntityKind::player, number);
    case Operator::place:
      return entityOf(EntityKind::place, number);
    case Operator::unit:
      return entityOf(EntityKind::unit, number);
    case Operator::game:
      return entityOf(EntityKind::game, 0);
    default:
      return kNone;
  }
}

/// An expression and its observed result.
struct ExpressionSeen {
  Expression asked;
  expression::Value value;
};

/// Empty if it is not an expression, or the value is not of its type. Names that only the game knows are ignored: which
/// of them are known depends on how the state was reached.
std::optional<ExpressionSeen> expressionSeen(const Fold& fold, schema::Event::Observed::Reader event) {
  try {
    auto asked = expression::parse(textOf(event.getExpression()), {.ruleset = fold.ruleset()});
    auto value = expression::valueSaid(asked.node(asked.root).type, view(event.getValue()));
    if (!value) return std::nullopt;
    return ExpressionSeen{.asked = std::move(asked), .value = std::move(*value)};
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

/// An observed expression that is nothing but one stat or value counts as an observation of that amount.
std::optional<Observation> amountSeen(const Fold& fold, const ExpressionSeen& seen) {
  using expression::Function;
  const auto& call = seen.asked.node(seen.asked.root);
  const bool of_value = call.function == Function::value;
  const bool of_base = call.function == Function::base;
  if (call.op != expression::Operator::call || !(of_value || of_base || call.function == Function::stat)) {
    return std::nullopt;
  }
  const auto index = seen.asked.node(seen.asked.child(seen.asked.root, 1)).number;
  return Observation{.subject = entityNamed(fold, seen.asked.node(seen.asked.child(seen.asked.root, 0))),
                     .reading = 0,
                     .base = of_base,
                     .absent = seen.value.isAbsent(),
                     .event = fold.now,
                     .amount = seen.value.number,
                     .stat = of_value ? StatIndex{kUnbound} : static_cast<StatIndex>(index),
                     .key = of_value ? static_cast<std::uint32_t>(index) : 0};
}

/// True if the state can store a doubt about an amount: its subject exists, and the ruleset has its name.
bool isKept(const Fold& fold, const AmountOf& amount) {
  if (amount.subject == kNone) return false;
  if (kindOf(amount.subject) == EntityKind::card && !fold.state.isCard(amount.subject)) return false;
  return amount.stat != kUnbound || amount.key < fold.ruleset().values.size();
}

void doubt(Fold& fold, const AmountOf& amount) {
  auto& doubted = fold.state.doubted;
  const auto found = ranges::lower_bound(doubted, amount, {}, &DoubtedAmount::amount);
  if (found != doubted.end() && found->amount == amount) {
    changeFact(fold.state, *found, [&] { found->event = fold.now; });
  } else {
    fold.state.fingerprint += factOf(*doubted.insert(found, {.amount = amount, .event = fold.now}));
  }
  fold.markSubjectChanged(amount.subject);
}

bool isAsSeen(const State& state, const expression::Value& value, const expression::Value& seen) {
  if (value.presence != seen.presence || value.number != seen.number) return false;
  return value.text() == seen.text() ||
         expression::answerText(state, value) == seen.text();  // with its quotes or without
}

/// Compares an expression's observed result with a certain result from the rules.
bool checkExpression(Fold& fold, const ExpressionSeen& seen) {
  const auto answer = expression::evaluate(seen.asked, {.state = fold.state, .rules = fold.rules}, kMaxObservedSteps);
  const expression::Value& value = answer.value;
  if (value.isUnknown() || value.grade != expression::Grade::exact) return false;
  if (isAsSeen(fold.state, value, seen.value)) return false;
  bool doubted = false;
  for (const AmountOf& amount : answer.amounts) {
    if (!isKept(fold, amount)) continue;
    doubt(fold, amount);
    doubted = true;
  }
  return doubted;
}

}  // namespace

void forgetObservations(Fold& fold, Entity subject) {
  eraseAbout(fold, fold.state.observations, subject, &Observation::subject);
  eraseAbout(fold, fold.state.doubted, subject, [](const DoubtedAmount& one) { return one.amount.subject; });
}

void observe(Fold& fold, schema::Event::Observed::Reader event) {
  std::optional<Observation> amount;
  if (event.getReading() != 0) {
    amount = readingSeen(fold, event);
  } else if (const auto expression_seen = expressionSeen(fold, event)) {
    amount = amountSeen(fold, *expression_seen);
  }
  if (!amount || amount->subject == kNone) return;
  State& state = fold.state;
  const Observation& observation = *amount;
  fold.markSubjectChanged(observation.subject);
  const auto found = ranges::lower_bound(state.observations, kObservationKey(observation), {}, kObservationKey);
  if (found != state.observations.end() && kObservationKey(*found) == kObservationKey(observation)) {
    state.fingerprint -= factOf(*found);
    *found = observation;
  } else {
    state.observations.insert(found, observation);
  }
  state.fingerprint += factOf(observation);
}

bool checkObservation(Fold& fold, schema::Event::Observed::Reader event) {
  State& state = fold.state;
  const auto amount = ranges::find(state.observations, fold.now, &Observation::event);
  if (amount != state.observations.end()) {
    changeFact(state, *amount, [&] { amount->explained = agreesWithRules(state, fold.rules, *amount); });
    return false;
  }
  if (event.getReading() != 0) return false;
  const auto expression_seen = expressionSeen(fold, event);
  return expression_seen && checkExpression(fold, *expression_seen);
}

}  // namespace docket
