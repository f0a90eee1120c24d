#include "engine/query/acts/requirements.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <vector>

#include "engine/query/cards/card_text.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/evaluation/evaluate.h"

namespace docket {
namespace {

bool isPlayersTurn(const State& state, Seat player) {
  for (const PeriodNow& now : state.periods) {
    if (now.open && now.player != 0) return now.player == player;
  }
  return true;
}

/// A requirement on the card of an act; an act without a card meets it.
bool sourceMeets(const Card& card, const Rules& rules, const EventContext& act, Requirement::What what) {
  switch (what) {
    case Requirement::What::SOURCE_IN_PLAY:
      return card.exists() && rules.ruleset.zones[card.zone].in_play;
    case Requirement::What::SOURCE_CONTROLLED:
      return card.controller == act.player && act.own_act;
    case Requirement::What::SOURCE_FACE_UP:
      return card.face == Facing::up;
    case Requirement::What::SOURCE_UNBOWED:
    case Requirement::What::PLAYERS_TURN:
    case Requirement::What::THAT:
    case Requirement::What::FROM_TOP:
      break;
  }
  return card.orientation == 0;
}

/// The card of an act as it was before the act's costs were paid: paying them is part of the act.
Card sourceBeforeCosts(const PendingEvent& pending) {
  const CardIndex index = pending.context().card;
  Card card = pending.before.cards[index];
  std::vector<EventNumber> costs;
  for (const EventNumber cost : costsOf(pending.event)) costs.push_back(cost);
  const auto paid_first = ranges::find_if(pending.before.remembered, [&](const Remembered& one) {
    return one.context.card == index && ranges::contains(costs, one.event);
  });
  if (paid_first == pending.before.remembered.end()) return card;
  card.zone = paid_first->zone;
  card.orientation = paid_first->orientation;
  card.face = paid_first->face;
  return card;
}

/// True if the event draws the top cards of a pile. Cards that are not drawn from a pile have no top, so any are
/// accepted.
bool drawsFromTop(const PendingEvent& pending) {
  if (!pending.event.isCardsDrawn()) return true;
  const auto drawn = pending.event.getCardsDrawn().getCards();
  if (drawn.size() == 0) return true;
  const CardIndex first = pending.before.cardOf(drawn[0]);
  if (first == kNone || pending.rules.ruleset.zones[pending.before.cards[first].zone].kind != schema::Zone::Kind::PILE)
    return true;
  const Card& card = pending.before.cards[first];
  const auto& pile = pending.before.piles[pending.before.pile(card.zone, card.zone_player)];
  const auto top = pile.end() - std::min<std::ptrdiff_t>(std::ssize(pile), drawn.size());
  for (const std::uint32_t number : drawn) {
    if (std::find(top, pile.end(), pending.before.cardOf(number)) == pile.end()) return false;
  }
  return true;
}

/// The result of a condition before an event.
TriState holdsBefore(const PendingEvent& pending, const Condition& condition) {
  return holds(condition, pending.before, pending.rules, pending.context());
}

/// The result of a requirement's condition in a state; `answer` as in meets().
TriState ask(const Requirement& requirement, const State& state, const Rules& rules, const EventContext& context,
             std::shared_ptr<const expression::Answer>* answer) {
  if (!requirement.that) return TriState::yes;
  if (answer == nullptr) return holds(requirement.that, state, rules, context);
  auto condition_answer = answerOf(*requirement.that, state, rules, context);
  const TriState met = metBy(condition_answer->value);
  *answer = std::move(condition_answer);
  return met;
}

}  // namespace

bool meetsPlainly(const State& before, const Rules& rules, const EventContext& act, Requirement::What what) {
  if (what == Requirement::What::PLAYERS_TURN) return isPlayersTurn(before, act.player) && act.own_act;
  return act.card == kNone || sourceMeets(before.cards[act.card], rules, act, what);
}

TriState applies(const PendingEvent& pending, const Requirement& requirement) {
  const TriState is_about = isAbout(pending.before, pending.context(), requirement);
  return is_about == TriState::no ? is_about : bothHold(is_about, holdsBefore(pending, requirement.if_));
}

TriState meetsAfter(const PendingEvent& pending, const Requirement& requirement, const State& after,
                    std::shared_ptr<const expression::Answer>* answer) {
  return ask(requirement, after, pending.rules, pending.contextIn(after), answer);
}

std::vector<std::uint16_t> deferredRequirements(const PendingEvent& pending) {
  std::vector<std::uint16_t> deferred;
  if (pending.event.getGroup() == 0) return deferred;
  const auto& requirements = requirementsOf(pending.rules, pending.event.which());
  for (std::size_t i = 0; i < requirements.size(); ++i) {
    if (!asksAfterGroup(requirements[i]) || applies(pending, requirements[i]) != TriState::yes) continue;
    if (!lifts(pending, requirements[i])) deferred.push_back(static_cast<std::uint16_t>(i));
  }
  return deferred;
}

TriState meetsAfterGroup(const DeferredRequirement& deferred, const Rules& rules, const State& after,
                         std::shared_ptr<const expression::Answer>* answer) {
  return ask(requirementsOf(rules, deferred.context.which)[deferred.index], after, rules, deferred.context, answer);
}

TriState meets(const PendingEvent& pending, const Requirement& requirement,
               std::shared_ptr<const expression::Answer>* answer) {
  if (const TriState about = applies(pending, requirement); about != TriState::yes) {
    return about == TriState::no ? TriState::yes : TriState::undecided;
  }
  if (requirement.what == Requirement::What::FROM_TOP) return triState(drawsFromTop(pending));
  if (requirement.what == Requirement::What::SOURCE_CONTROLLED && pending.context().own_act &&
      unreadOnController(pending.before, pending.rules, pending.context().card) != kNone)
    return TriState::undecided;
  if (requirement.what != Requirement::What::THAT) {
    const bool is_met = meetsPlainly(pending.before, pending.rules, pending.context(), requirement.what);
    const bool of_source = requirement.what != Requirement::What::PLAYERS_TURN && pending.context().card != kNone;
    if (is_met || !of_source || costsOf(pending.event).size() == 0) return triState(is_met);
    return triState(sourceMeets(sourceBeforeCosts(pending), pending.rules, pending.context(), requirement.what));
  }
  if (asksAfter(requirement)) return meetsAfter(pending, requirement, pending.after(), answer);
  return ask(requirement, pending.before, pending.rules, pending.context(), answer);
}

TriState isAbout(const State& before, const EventContext& context, const Requirement& requirement) {
  return isNamed(before, context, requirement.named);
}

bool lifts(const PendingEvent& pending, const Requirement& requirement) {
  const State& before = pending.before;
  const Rules& rules = pending.rules;
  const EventContext& context = pending.context();
  if (!pending.event.isAbilityActivated() || context.card == kNone) return false;
  const Card& card = before.cards[context.card];
  const Ability* ability = textOf(before, rules, abilityUsed(before, context));
  if (ability == nullptr) return false;
  if (requirement.what == Requirement::What::SOURCE_IN_PLAY &&
      (card.exists() && isInAnyZone(rules.ruleset, card, ability->zones)))
    return true;
  const auto permitted = [&] {
    return ranges::any_of(ability->conditions, [&](const AbilityCondition& condition) {
      return condition.permits && condition.permitted == requirement.what &&
             holds(condition.that, before, rules, context, context.card) == TriState::yes;
    });
  };
  return rules.ruleset.isOn(RuleSwitch::conditions_permit, permitted) && permitted();
}

}  // namespace docket
