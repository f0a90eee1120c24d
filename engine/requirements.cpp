#include "engine/requirements.h"

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

}  // namespace

expression::Value valueOf(const expression::Expression& expression, const State& state, const Rules& rules,
                          const Happening& happening, Entity self) {
  const expression::Point point{.state = state,
                                .rules = rules,
                                .self = self,
                                .it = happening.card,
                                .who = happening.player,
                                .that = happening.that,
                                .amount = happening.amount,
                                .group = happening.group};
  return expression::evaluate(expression, point).value;
}

Met holds(const Condition& condition, const State& state, const Rules& rules, const Happening& happening, Entity self) {
  if (!condition) return Met::yes;
  const auto value = valueOf(*condition, state, rules, happening, self);
  return value.isUnknown() ? Met::undecided : met(value.isTrue());
}

bool meetsPlainly(const State& before, const Rules& rules, const Happening& act, What what) {
  return what == What::PLAYERS_TURN ? isPlayersTurn(before, act.player) : sourceMeets(before, rules, act, what);
}

Met meets(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event,
          const Happening& happening, const Requirement& requirement) {
  if (!isNamed(before, happening, requirement.named)) return Met::yes;
  if (const Met about = holds(requirement.if_, before, rules, happening); about != Met::yes) {
    return about == Met::no ? Met::yes : Met::undecided;
  }
  if (requirement.what != What::THAT) return met(meetsPlainly(before, rules, happening, requirement.what));
  if (!requirement.after) return holds(requirement.that, before, rules, happening);
  State after = before;
  Step step;
  reduce(after, rules, number, event, step, hasNamesOf(before, event));
  Happening then = happening;
  if (then.card == kNone) then.card = readHappening(after, event).card;  // one that the event brings
  return holds(requirement.that, after, rules, then);
}

bool hasNamesOf(const State& state, schema::Event::Reader event) {
  if (!event.hasContext() || event.getContext().getNames().size() == 0) return false;
  const auto name = event.getContext().getNames()[0];
  return state.vocabulary->names.find({name.begin(), name.size()}) != 0;
}

}  // namespace docket
