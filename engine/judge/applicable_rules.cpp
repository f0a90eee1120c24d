#include "engine/judge/applicable_rules.h"

#include <range/v3/view/zip.hpp>

#include "engine/query/cards/card_text.h"
#include "engine/query/cards/places.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/limits/added_copies.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/deck_copies.h"

namespace docket {
namespace {

void addLimits(ApplicableRules& found, const Rules& rules, const UseQuestion& question, schema::Event::Which act) {
  const ApplicableLimits applicable = limitsOf(found.table, rules, question);
  found.limits_known = found.limits_known && applicable.known;
  for (const ApplicableLimit& limit : applicable.limits) {
    if (isOfCopies(question.counted) && limit.limit->judgedAt(act) == nullptr) continue;
    UsedCount count = readUsedCount(found.table, rules, limit, question);
    found.limits.push_back({.limit = limit, .question = question, .count = std::move(count)});
  }
}

void addDeck(ApplicableRules& found, const Rules& rules, schema::Event::DeckRegistered::Reader deck) {
  for (CopiesBeyond& copies : copiesBeyond(found.table, rules, deck.getPlayer(), registeredBy(found.table, deck))) {
    found.limits_known = found.limits_known && copies.certain;
    found.limits.push_back({.limit = copies.limit, .question = copies.question, .count = std::move(copies.count)});
  }
}

void addPermissions(ApplicableRules& found, const PendingEvent& pending) {
  if (!pending.rules.ruleset.permitsAt(pending.event.which())) return;
  for (const Permission& permission : pending.rules.ruleset.permissions) {
    for (const DoneAct& done_act : doneActsOf(pending, permission)) {
      found.permissions.push_back(
          {.permission = &permission,
           .who_does = done_act.parties.who_does,
           .known = done_act.known,
           .reading = readPermission(pending.before, pending.rules, permission, done_act.parties)});
    }
  }
}

void addAsked(std::vector<const Limit*>& found, const ApplicableLimits& limits, const UseQuestion& question,
              schema::Event::Which act) {
  for (const ApplicableLimit& one : limits.limits) {
    if (!isOfCopies(question.counted) || one.limit->judgedAt(act) != nullptr) found.push_back(one.limit);
  }
}

}  // namespace

std::vector<const Limit*> countedLimits(const PendingEvent& pending) {
  std::vector<const Limit*> found;
  if (!pending.hasItsCards()) return found;
  const PendingEvent& informed = pending.informed();
  if (informed.act().is_act) addAsked(found, informed.limits(), informed.act().use, informed.event.which());
  if (!countsCopies(informed.rules) || registersLimited(informed.rules, informed.event) || addsNewCards(informed.event))
    return found;
  for (const auto& [copy, limits] : ranges::views::zip(informed.addedCopies(), informed.limitsOfAddedCopies())) {
    addAsked(found, limits, copy.question, copy.act);
  }
  return found;
}

std::vector<const Limit*> countedLimitsAfter(const PendingEvent& pending, const State& after) {
  std::vector<const Limit*> found;
  if (!pending.hasItsCards()) return found;
  const bool deck = registersLimited(pending.rules, pending.event);
  if (deck) {
    for (const CopiesBeyond& copies : pending.copiesInDeck(after)) found.push_back(copies.limit.limit);
  }
  if (!countsCopies(pending.rules) || !(deck || addsNewCards(pending.event))) return found;
  for (const AddedCopy& copy : addedCopies(after, pending.rules, pending.event)) {
    addAsked(found, limitsOf(after, pending.rules, copy.question), copy.question, copy.act);
  }
  return found;
}

ApplicableRules applicableRules(const PendingEvent& pending) {
  ApplicableRules found{.table = pending.informedState()};
  if (!hasItsCards(pending.before, pending.event)) return found;  // only the table check applies
  const Rules& rules = pending.rules;
  const schema::Event::Reader event = pending.event;
  const PendingEvent informed = pending.onState(found.table);
  for (const Requirement& requirement : requirementsOf(rules, event.which())) {
    if (isAbout(informed.before, informed.context(), requirement) == TriState::no) continue;
    ApplicableRules::RequirementResult one{.requirement = &requirement, .met = TriState::yes, .lifted = false};
    one.met = meets(informed, requirement, &one.answer);
    one.lifted = lifts(informed, requirement);
    found.requirements.push_back(std::move(one));
  }
  addPermissions(found, informed);
  if (informed.act().is_act) addLimits(found, rules, informed.act().use, event.which());
  const bool deck = registersLimited(rules, event);
  if (deck || (countsCopies(rules) && addsNewCards(event))) found.table = informed.after();
  // For a whole deck, only excesses are worth reporting.
  if (deck) addDeck(found, rules, event.getDeckRegistered());
  if (!countsCopies(rules)) return found;
  for (const AddedCopy& copy : addedCopies(found.table, rules, event)) {
    addLimits(found, rules, copy.question, copy.act);
  }
  return found;
}

}  // namespace docket
