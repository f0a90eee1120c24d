#include "engine/requirements.h"

#include <range/v3/algorithm/contains.hpp>

#include "engine/card_text.h"
#include "engine/expression/certain.h"
#include "engine/expression/evaluate.h"
#include "engine/reduce.h"

namespace docket {
namespace {

using What = schema::Act::Requirement::What;

Met met(bool holds) { return holds ? Met::yes : Met::no; }

bool isPlayersTurn(const State& state, Seat player) {
  for (const PeriodNow& now : state.periods) {
    if (now.open && now.player != 0) return now.player == player;
  }
  return true;
}

/// What is asked of the card of an act; an act of nothing meets it.
bool sourceMeets(const State& state, const Rules& rules, const Happening& act, What what) {
  if (act.card == kNone) return true;
  const Card& card = state.cards[act.card];
  switch (what) {
    case What::SOURCE_IN_PLAY:
      return card.exists() && rules.ruleset.zones[card.zone].in_play;
    case What::SOURCE_CONTROLLED:
      return card.controller == act.player;
    case What::SOURCE_FACE_UP:
      return card.face == Facing::up;
    default:
      return card.orientation == 0;
  }
}

/// What is not certain to hold, or not to, may be the other way round.
Met metBy(const expression::Value& value) {
  if (!expression::isCertain(value)) return Met::undecided;
  return value.isTrue() ? Met::yes : Met::no;
}

expression::Point pointOf(const State& state, const Rules& rules, const Happening& happening, Entity self) {
  return {.state = state,
          .rules = rules,
          .self = self,
          .it = happening.card,
          .who = happening.player,
          .that = happening.that,
          .amount = happening.amount,
          .used = abilityUsed(state, happening),
          .group = happening.group};
}

}  // namespace

expression::Value valueOf(const expression::Expression& expression, const State& state, const Rules& rules,
                          const Happening& happening, Entity self) {
  return expression::evaluate(expression, pointOf(state, rules, happening, self)).value;
}

std::shared_ptr<const expression::Answer> answerOf(const expression::Expression& expression, const State& state,
                                                   const Rules& rules, const Happening& happening, Entity self) {
  return std::make_shared<const expression::Answer>(
      expression::evaluate(expression, pointOf(state, rules, happening, self)));
}

Met holds(const Condition& condition, const State& state, const Rules& rules, const Happening& happening, Entity self) {
  return condition ? metBy(valueOf(*condition, state, rules, happening, self)) : Met::yes;
}

bool meetsPlainly(const State& before, const Rules& rules, const Happening& act, What what) {
  return what == What::PLAYERS_TURN ? isPlayersTurn(before, act.player) : sourceMeets(before, rules, act, what);
}

Met meets(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event,
          const Happening& happening, const Requirement& requirement,
          std::shared_ptr<const expression::Answer>* answer) {
  if (!isAbout(before, happening, requirement)) return Met::yes;
  if (const Met about = holds(requirement.if_, before, rules, happening); about != Met::yes) {
    return about == Met::no ? Met::yes : Met::undecided;
  }
  if (requirement.what != What::THAT) return met(meetsPlainly(before, rules, happening, requirement.what));
  const auto ask = [&](const State& state, const Happening& about) {
    if (!requirement.that) return Met::yes;
    auto came_to = expression::evaluate(*requirement.that, pointOf(state, rules, about, kNone));
    const Met met = metBy(came_to.value);
    if (answer != nullptr) *answer = std::make_shared<const expression::Answer>(std::move(came_to));
    return met;
  };
  if (!requirement.after) return ask(before, happening);
  State after = before;
  Step step;
  reduce(after, rules, number, event, step, hasNamesOf(before, event));
  Happening then = happening;
  if (then.card == kNone) then.card = readHappening(after, rules, event).card;  // one that the event brings
  return ask(after, then);
}

bool isAbout(const State& before, const Happening& happening, const Requirement& requirement) {
  return isNamed(before, happening, requirement.named);
}

bool hasNamesOf(const State& state, schema::Event::Reader event) {
  if (!event.hasContext() || event.getContext().getNames().size() == 0) return false;
  const auto name = event.getContext().getNames()[0];
  return state.vocabulary->names.find({name.begin(), name.size()}) != 0;
}

}  // namespace docket
