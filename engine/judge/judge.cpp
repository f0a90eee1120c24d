#include "engine/judge/judge.h"

#include <algorithm>
#include <range/v3/action/push_back.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/zip.hpp>

#include "engine/judge/applications.h"
#include "engine/judge/judge_play.h"
#include "engine/judge/obligation_changes.h"
#include "engine/judge/table_check.h"
#include "engine/judge/text_act.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/cards/places.h"
#include "engine/query/limits/added_copies.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/deck_copies.h"
#include "engine/rules/table_clauses.h"
#include "engine/state/computed_entries.h"
#include "events/overload.h"
#include "events/rewind_tree.h"

namespace docket {
namespace {

/// Finds a phase that begins although a later phase has already been.
void judgePeriodOrder(const PendingEvent& pending, std::vector<Finding>& findings) {
  const State& before = pending.before;
  const Rules& rules = pending.rules;
  const auto began = pending.event.getBegan();
  const auto& vocabulary = *before.vocabulary;
  const PeriodIndex index = vocabulary[began.getPeriod()].period;
  if (index == kUnbound || !rules.ruleset.periods[index].forward) return;
  const Period& period = rules.ruleset.periods[index];
  const PeriodNow& now = before.periods[index];
  if (!now.open) return;
  const auto place = [&](NameNumber name) {
    return ranges::find(period.names, vocabulary.names.text(name)) - period.names.begin();
  };
  const auto past = static_cast<std::ptrdiff_t>(period.names.size());
  if (place(began.getName()) == past || place(began.getName()) > place(now.name)) return;
  findings.push_back({.event = pending.number,
                      .player = began.getPlayer(),
                      .clause = period.clause,
                      .rests_on = {now.began},
                      .what = Finding::OutOfOrder{}});
}

/// The finding for a use or a copy beyond a limit.
[[gnu::cold]] Finding limitFinding(EventNumber number, const ApplicableLimit& limit, const UseQuestion& act,
                                   const UsedCount& count, const std::string& clause, bool certain) {
  Finding finding{.certainty = certaintyOf(certain),
                  .event = number,
                  .card = act.card,
                  .player = act.player,
                  .clause = clause,
                  .rests_on = count.used_by,
                  .what = Finding::LimitExceeded{.limit = limit.index, .used = count.used, .max = limit.max}};
  if (!certain) {
    finding.rests_on.insert(finding.rests_on.end(), count.perhaps_by.begin(), count.perhaps_by.end());
  }
  std::sort(finding.rests_on.begin(), finding.rests_on.end());
  return finding;
}

/// The limits that are judged at such an event. `leaves_out_doubts`: findings that rest only on unknown cards
/// are left out; they are doubts (judge/doubt.h).
void judgeLimits(const State& before, const Rules& rules, EventNumber number, schema::Event::Which payload,
                 const UseQuestion& act, const ApplicableLimits& applicable, std::vector<Finding>& findings,
                 bool leaves_out_doubts = true) {
  const auto judge_one = [&](const ApplicableLimit& limit, bool except_for_texts) {
    const std::string* clause = limit.limit->judgedAt(payload);
    if (clause == nullptr) {
      if (!except_for_texts) noteUses(before, rules, limit, act);
      return;
    }
    std::int32_t perhaps = 0;
    const std::int32_t used = countUses(before, rules, limit, act, &perhaps);
    if (used + perhaps < limit.least_max) return;
    rules.ruleset.note(limit.limit->clause);
    const UsedCount count = readUsedCount(before, rules, limit, act);
    if (leaves_out_doubts && restsOnUnknownCards(limit, count)) return;
    const bool certain = !except_for_texts && used >= limit.max && !mayBeLifted(before, rules, *limit.limit);
    findings.push_back(limitFinding(number, limit, act, count, *clause, certain));
  };
  for (const ApplicableLimit& limit : applicable.limits) judge_one(limit, false);
  for (const ApplicableLimit& limit : applicable.except_for_texts) judge_one(limit, true);
}

using SharedAnswer = std::shared_ptr<const expression::Answer>;

[[gnu::cold]] Finding requirementFinding(EventNumber number, const EventContext& context,
                                         const Requirement& requirement, TriState met, SharedAnswer answer) {
  return {.certainty = certaintyOf(met == TriState::no),
          .event = number,
          .card = context.card,
          .player = context.player,
          .clause = requirement.clause,
          .what = Finding::RequirementUnmet{.requirement = &requirement, .answer = std::move(answer)}};
}

/// The finding for a requirement that is not met. `evaluate` gives its result and, only if it is not met, the answer.
template <class Evaluate>
std::optional<Finding> unmetFinding(EventNumber number, const EventContext& context, const Requirement& requirement,
                                    Evaluate evaluate) {
  if (evaluate(nullptr) == TriState::yes) return std::nullopt;
  SharedAnswer answer;
  const TriState met = evaluate(&answer);
  return requirementFinding(number, context, requirement, met, std::move(answer));
}

/// Judges the limits on copies of a card that arrived with one of several simultaneous events, when all of them have
/// happened.
void judgeArrival(const State& after, const Rules& rules, const Arrival& arrival, std::vector<Finding>& findings) {
  const Card& card = after.cards[arrival.card];
  const bool on_host = arrival.at == Arrival::At::host;
  if (!card.exists() || (on_host ? card.host == kNone : !rules.ruleset.zones[card.zone].in_play)) return;
  const UseQuestion copy{.card = arrival.card,
                         .definition = card.definition,
                         .player = card.controller,
                         .host = card.host,
                         .counted = on_host ? Limit::Counted::COPIES_ATTACHED : Limit::Counted::COPIES_IN_PLAY,
                         .coming = true};
  // The event was judged earlier, and its doubt is not stored, so these findings are kept.
  judgeLimits(after, rules, arrival.event, arrival.act, copy, limitsOf(after, rules, copy), findings, false);
}

/// The findings on the simultaneous events that ended with the event before this one.
std::vector<Finding> foundBefore(const PendingEvent& pending) {
  const auto& arrivals = pending.before.arrivals;
  const auto& deferred = pending.before.play.deferred;
  const EventNumber group = !arrivals.empty()   ? arrivals.front().group
                            : !deferred.empty() ? deferred.front().context.group
                                                : 0;
  const bool ended = group != 0 && group != pending.event.getGroup();
  return ended ? judgeGroup(pending.before, pending.rules) : std::vector<Finding>();
}

/// Judges the limits on the copies that an event adds of cards that exist before it.
void judgeAddedCopies(const PendingEvent& pending, std::vector<Finding>& findings) {
  for (const auto& [copy, limits] : ranges::views::zip(pending.addedCopies(), pending.limitsOfAddedCopies())) {
    judgeLimits(pending.before, pending.rules, pending.number, copy.act, copy.question, limits, findings);
  }
}

/// Judges the limits on the copies that enter the game with an event, counted in the state that has them.
void judgeNewCopies(const PendingEvent& pending, const State& after, std::vector<Finding>& findings) {
  for (const AddedCopy& copy : addedCopies(after, pending.rules, pending.event)) {
    const ApplicableLimits limits = limitsOf(after, pending.rules, copy.question);
    judgeLimits(after, pending.rules, pending.number, copy.act, copy.question, limits, findings);
  }
}

/// Judges the copies in the deck that an event registers, in whole or in part.
void judgeDeck(const PendingEvent& pending, const State& after, std::vector<Finding>& findings) {
  for (const CopiesBeyond& copies : pending.copiesInDeck(after)) {
    pending.rules.ruleset.note(copies.limit.limit->clause);
    const std::string* clause = copies.limit.limit->judgedAt(schema::Event::DECK_REGISTERED);
    if (clause == nullptr || (!copies.certain && restsOnUnknownCards(copies.limit, copies.count))) continue;
    findings.push_back(
        limitFinding(pending.number, copies.limit, copies.question, copies.count, *clause, copies.certain));
  }
}

/// The event on the state that knows its names and card identities, if a check needs them.
const PendingEvent& eventToJudge(const PendingEvent& pending, bool changes_obligations) {
  if (!pending.recorded_context.is_present) return pending;
  const Rules& rules = pending.rules;
  const schema::Event::Reader event = pending.event;
  const bool by_name = nameOfGranted(event) != 0;
  const bool needs_names = changes_obligations || by_name || event.isBegan() || rules.ruleset.has_rules_of_play ||
                           countsCopies(rules) || !requirementsOf(rules, event.which()).empty();
  const bool needs_identities = needs_names || event.isDeckRegistered() || pending.act().is_act;
  const bool is_informed = (needs_names && pending.recorded_context.names.size() != 0) ||
                           (needs_identities && pending.recorded_context.identities.size() != 0);
  return is_informed ? pending.informed() : pending;
}

/// The invalid assumptions of the event, found in the state before it learned the event's card identities.
std::vector<Finding> tableFindings(const PendingEvent& pending) {
  const EventScratch* scratch = pending.scratch();
  return scratch != nullptr && scratch->table_findings ? *scratch->table_findings : checkTable(pending);
}

bool isForeignCardFinding(const Finding& finding) {
  const auto* unexplained = finding.as<Finding::Unexplained>();
  return unexplained != nullptr && unexplained->of_anothers_card;
}

/// Removes the finding that a card is another player's if another finding is certain, as when the rules say who acts
/// with which cards.
void dropForeignCardFindings(std::vector<Finding>& findings) {
  if (hasCertain(findings)) std::erase_if(findings, isForeignCardFinding);
}

/// The clause of a finding for which the ruleset names none.
OwnClause ownClauseOf(const Finding& finding) {
  return std::visit(Overload{
                        [](const Finding::Cycle&) { return OwnClause::traits_settle; },
                        [](const Finding::AgainstText& text) {
                          using Fault = Finding::AgainstText::Fault;
                          // No card says from which zones a trait triggers, or how often.
                          const bool of_rules = text.fault == Fault::place || text.fault == Fault::twice;
                          return of_rules ? OwnClause::rules_say_so : OwnClause::card_says_so;
                        },
                        [](const Finding::OtherEffect&) { return OwnClause::card_says_so; },
                        [](const Finding::NotPermitted& act) {
                          const bool of_card =
                              act.prevailing < act.sayings.size() && act.sayings[act.prevailing].source != kNone;
                          return of_card ? OwnClause::card_says_so : OwnClause::rules_say_so;
                        },
                        [](const auto&) { return OwnClause::rules_say_so; },
                    },
                    finding.what);
}

/// Gives each finding a clause.
void cite(std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    if (finding.clause.empty()) finding.clause = tableClause(ownClauseOf(finding)).id;
  }
}

}  // namespace

std::vector<Finding> judgeGroup(const State& after, const Rules& rules) {
  std::vector<Finding> findings;
  for (const Arrival& arrival : after.arrivals) {
    if (arrival.at != Arrival::At::slot) {
      judgeArrival(after, rules, arrival, findings);
    } else if (auto shared = checkSlot(after, rules, arrival)) {
      findings.push_back(*std::move(shared));
    }
  }
  for (const DeferredRequirement& deferred : after.play.deferred) {
    const Requirement& requirement = requirementsOf(rules, deferred.context.which)[deferred.index];
    auto unmet = unmetFinding(deferred.event, deferred.context, requirement,
                              [&](SharedAnswer* answer) { return meetsAfterGroup(deferred, rules, after, answer); });
    if (!unmet) continue;
    rules.ruleset.note(requirement.clause);
    findings.push_back(*std::move(unmet));
  }
  return findings;
}

EventJudge::EventJudge(const PendingEvent& pending)
    : pending_(&pending), group_findings_(foundBefore(pending)), found_(tableFindings(pending)) {
  if (!pending.hasItsCards()) return;
  const bool changes_obligations = mayChangeObligations(pending.before, pending.rules, pending.event);
  pending_ = &eventToJudge(pending, changes_obligations);
  judgeInformed(changes_obligations);
  if (hasLaterChecks() && goesBack(pending_->event)) judgeAfter(pending_->after());
}

void EventJudge::judgeInformed(bool changes_obligations) {
  const PendingEvent& pending = *pending_;
  if (pending.event.isBegan()) judgePeriodOrder(pending, found_);
  if (auto against = lostOrMissingAbility(pending)) {
    found_.push_back({.event = pending.number,
                      .card = pending.act().use.card,
                      .player = pending.act().use.player,
                      .what = *std::move(against)});
  }
  judgeRequirements();
  if (pending.act().is_act) {
    judgeLimits(pending.before, pending.rules, pending.number, pending.event.which(), pending.act().use,
                pending.limits(), found_);
  }
  if (const auto applied = applicationBy(pending)) {
    const ApplicableLimits applicable = limitsOf(pending.before, pending.rules, *applied);
    judgeLimits(pending.before, pending.rules, pending.number, schema::Event::TRAIT_TRIGGERED, *applied, applicable,
                found_);
  }
  judgeCopies();
  judgePlay(pending, found_);
  if (changes_obligations) ranges::push_back(found_, obligationChangesOf(pending).findings);
}

void EventJudge::judgeRequirements() {
  for (const Requirement& requirement : requirementsOf(pending_->rules, pending_->event.which())) {
    if (asksAfter(requirement)) {
      const TriState about = applies(*pending_, requirement);
      if (about == TriState::no || lifts(*pending_, requirement)) continue;
      if (about != TriState::yes) {
        found_.push_back(requirementFinding(pending_->number, pending_->context(), requirement, about, nullptr));
      } else if (pending_->event.getGroup() == 0 || !asksAfterGroup(requirement)) {  // otherwise judgeGroup() judges it
        later_requirements_.push_back({.index = found_.size(), .requirement = &requirement});
      }
      continue;
    }
    auto unmet = unmetFinding(pending_->number, pending_->context(), requirement, [&](SharedAnswer* answer) {
      const TriState met = meets(*pending_, requirement, answer);
      return met != TriState::yes && lifts(*pending_, requirement) ? TriState::yes : met;
    });
    if (unmet) found_.push_back(*std::move(unmet));
  }
}

void EventJudge::judgeCopies() {
  const bool judges_now = judgesCopiesNow(pending_->rules, pending_->event);
  const bool of_new_cards = judges_now && addsNewCards(pending_->event);
  if (judges_now && !of_new_cards) judgeAddedCopies(*pending_, found_);
  if (of_new_cards || registersLimited(pending_->rules, pending_->event)) copies_index_ = found_.size();
}

void EventJudge::judgeAfter(const State& after) {
  // Last first, so that the indices of the others stay valid.
  if (copies_index_) {
    std::vector<Finding> found;
    if (addsNewCards(pending_->event)) {
      judgeNewCopies(*pending_, after, found);
    } else {
      judgeDeck(*pending_, after, found);
    }
    found_.insert(found_.begin() + static_cast<std::ptrdiff_t>(*copies_index_), std::make_move_iterator(found.begin()),
                  std::make_move_iterator(found.end()));
  }
  for (const LaterRequirement& later : later_requirements_ | ranges::views::reverse) {
    auto unmet = unmetFinding(pending_->number, pending_->context(), *later.requirement, [&](SharedAnswer* answer) {
      return meetsAfter(*pending_, *later.requirement, after, answer);
    });
    if (unmet) found_.insert(found_.begin() + static_cast<std::ptrdiff_t>(later.index), *std::move(unmet));
  }
  copies_index_.reset();
  later_requirements_.clear();
}

std::vector<Finding> EventJudge::findings(const State& after) && {
  judgeAfter(after);
  if (found_.size() > 1) dropForeignCardFindings(found_);
  if (!group_findings_.empty()) {
    ranges::push_back(group_findings_, std::move(found_));
    found_ = std::move(group_findings_);
  }
  if (!pending_->before.skipped.empty()) {
    for (Finding& finding : found_) finding.certainty = Finding::Certainty::undecided;
  }
  for (const Finding& finding : found_) pending_->rules.ruleset.note(finding.clause);
  cite(found_);
  return std::move(found_);
}

std::shared_ptr<const ComputedEntries> cyclesIn(const State& state) {
  // Most states have none, and sharing computed entries touches their reference count.
  return state.computed != nullptr && !state.computed->cycles.empty() ? state.computed : nullptr;
}

std::vector<Finding> cyclesBegun(const std::shared_ptr<const ComputedEntries>& before, const State& after,
                                 const Rules& rules, EventNumber number) {
  std::vector<Finding> findings;
  if (after.computed == nullptr) return findings;
  for (const TraitOf& trait : after.computed->cycles) {
    if (before != nullptr && ranges::contains(before->cycles, trait)) continue;
    findings.push_back({.certainty = certaintyOf(after.skipped.empty()),
                        .event = number,
                        .card = after.isCard(trait.bearer) ? trait.bearer : kNone,
                        .clause = rules.ruleset.clauseOfSwitch(RuleSwitch::continuous_while_in_play),
                        .rests_on = {number},
                        .what = Finding::Cycle{trait.ability == nullptr ? std::string{} : trait.ability->name}});
  }
  cite(findings);
  return findings;
}

std::vector<Finding> judge(const PendingEvent& pending) {
  EventJudge event_judge(pending);
  const State& after = event_judge.hasLaterChecks() ? event_judge.event().after() : pending.before;
  std::vector<Finding> findings = std::move(event_judge).findings(after);
  if (!mayHaveComputedEntries(pending.before, pending.rules) || !pending.hasItsCards()) return findings;
  ranges::push_back(findings, cyclesBegun(cyclesIn(pending.before), pending.after(), pending.rules, pending.number));
  return findings;
}

std::vector<Finding> judgeHypothetical(const PendingEvent& pending) {
  auto findings = judge(pending);
  std::erase_if(findings, [&](const Finding& one) {
    const bool of_others = one.event != pending.number;
    return of_others || (one.is<Finding::Unexplained>() && !isForeignCardFinding(one));
  });
  return findings;
}

}  // namespace docket
