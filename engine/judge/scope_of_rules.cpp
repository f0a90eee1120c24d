#include "engine/judge/scope_of_rules.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/judge/obligation_changes.h"
#include "engine/query/acts/permissions.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/limits/added_copies.h"
#include "engine/rules/payload_set.h"

namespace docket {
namespace {

void setAspect(ScopeOfAct& scope, Aspect aspect, bool spoken) {
  if (spoken) scope.aspects.set(static_cast<std::size_t>(aspect));
}

bool isWhole(const Rules& rules, schema::Event::Which which) { return hasPayload(rules.ruleset.judged_whole, which); }

/// True if a limit on existing cards, or on what is done, is judged at such an event.
bool isLimited(const Rules& rules, schema::Event::Which which, bool copies) {
  return ranges::any_of(rules.ruleset.limits, [&](const Limit& limit) {
    return !limit.lifted && isOfCopies(limit.counted) == copies && limit.judgedAt(which) != nullptr;
  });
}

/// The scope by rules that apply to every event of a kind.
ScopeOfAct ofEach(const Rules& rules, schema::Event::Which which) {
  const Ruleset& ruleset = rules.ruleset;
  ScopeOfAct scope{.whole = isWhole(rules, which)};
  setAspect(scope, Aspect::uses, isLimited(rules, which, false));
  setAspect(scope, Aspect::text, rules.hasReactionTo(which));
  setAspect(scope, Aspect::outcome, which == schema::Event::GAME_ENDED && !ruleset.wins.empty());
  return scope;
}

/// True if a rule about required follow-ups depends on events of a kind for which `is_such` holds: as the act that
/// follows, or as a deadline.
template <class IsSuch>
bool decidesFollowUp(const ObligationRules& obligation_rules, IsSuch&& is_such) {
  return ranges::any_of(obligation_rules.follows, [&](const FollowUpRule& rule) {
    return !rule.lifted && (is_such(rule.must.kind) ||
                            ranges::any_of(rule.before.empty() ? obligation_rules.deadlines : rule.before, is_such));
  });
}

/// True if an event is recorded as an effect of an earlier one, and effects are compared with their texts.
bool isEffect(const PendingEvent& pending) {
  return pending.recorded_context.causes.size() != 0 &&
         mayChangeObligations(pending.before, pending.rules, pending.event);
}

/// True if a permission is about the event.
bool isPermitted(const PendingEvent& pending) {
  const Ruleset& ruleset = pending.rules.ruleset;
  return ruleset.permitsAt(pending.event.which()) &&
         ranges::any_of(ruleset.permissions, [&](const Permission& one) { return !doneActsOf(pending, one).empty(); });
}

}  // namespace

bool isPlayersAct(schema::Event::Which which) {
  switch (which) {
    case schema::Event::CARD_PLAYED:
    case schema::Event::ABILITY_ACTIVATED:
    case schema::Event::TRAIT_TRIGGERED:
    case schema::Event::ATTACK_DECLARED:
    case schema::Event::CARDS_DRAWN:
      return true;
    default:
      return false;
  }
}

ScopeOfAct scopeOf(const PendingEvent& pending) {
  const State& before = pending.before;
  const Rules& rules = pending.rules;
  const schema::Event::Reader event = pending.event;
  const Ruleset& ruleset = rules.ruleset;
  // The passing of time is not an act, but permissions can say when it may pass.
  if (event.isBegan() || event.isEnded()) {
    ScopeOfAct scope;
    setAspect(scope, Aspect::permission, isPermitted(pending));
    return scope;
  }
  // A rule about some acts of a kind covers all acts of that kind. Other events are covered only if a rule names them.
  if (isPlayersAct(event.which())) {
    ScopeOfAct scope = scopeOfKind(rules, event.which());
    setAspect(scope, Aspect::text, isEffect(pending));
    return scope;
  }
  const EventContext& context = pending.context();
  ScopeOfAct scope = ofEach(rules, event.which());
  const bool is_required = ranges::any_of(requirementsOf(rules, event.which()), [&](const Requirement& one) {
    return isAbout(before, context, one) != TriState::no;
  });
  const bool decides = decidesFollowUp(
      ruleset.obligations, [&](const EventKind& kind) { return isKind(before, context, kind) != TriState::no; });
  setAspect(scope, Aspect::requirement, is_required || decides);
  setAspect(scope, Aspect::permission, isPermitted(pending));
  setAspect(scope, Aspect::number,
            event.isNumberChosen() && ranges::any_of(ruleset.numbers, [&](const NumberRule& one) {
              return isNamed(before, context, one.what) == TriState::yes;
            }));
  const bool adds =
      event.isDeckRegistered() || addsNewCards(event) || (countsCopies(rules) && !pending.addedCopies().empty());
  setAspect(scope, Aspect::copies, adds && isLimited(rules, event.which(), true));
  setAspect(scope, Aspect::text, isEffect(pending));
  return scope;
}

ScopeOfAct scopeOfKind(const Rules& rules, schema::Event::Which which) {
  const Ruleset& ruleset = rules.ruleset;
  ScopeOfAct scope = ofEach(rules, which);
  const bool decides =
      decidesFollowUp(ruleset.obligations, [&](const EventKind& kind) { return !kind.which || *kind.which == which; });
  setAspect(scope, Aspect::requirement, !requirementsOf(rules, which).empty() || decides);
  const bool has_costs = which == schema::Event::CARD_PLAYED || which == schema::Event::ABILITY_ACTIVATED ||
                         which == schema::Event::TRAIT_TRIGGERED;
  setAspect(scope, Aspect::permission,
            ruleset.permitsAt(which) || (has_costs && ruleset.isOnUnnoted(RuleSwitch::forbidden_cannot_be_paid)));
  setAspect(
      scope, Aspect::number,
      (which == schema::Event::NUMBER_CHOSEN || which == schema::Event::ABILITY_ACTIVATED) && !ruleset.numbers.empty());
  setAspect(scope, Aspect::copies, isLimited(rules, which, true));
  return scope;
}

}  // namespace docket
