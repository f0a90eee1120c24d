#include "engine/judge.h"

#include <algorithm>
#include <iterator>
#include <range/v3/action/push_back.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/added_copies.h"
#include "engine/applications.h"
#include "engine/card_text.h"
#include "engine/computed.h"
#include "engine/deck_copies.h"
#include "engine/judge_play.h"
#include "engine/obligations.h"
#include "engine/places.h"
#include "engine/reduce.h"
#include "engine/requirements.h"
#include "engine/table_clauses.h"
#include "engine/table_sense.h"
#include "engine/text_use.h"
#include "engine/told.h"

namespace docket {
namespace {

using Counted = schema::Limit::Counted;

UseQuestion about(const State& state, std::uint32_t number, Seat player, Counted counted) {
  const CardIndex card = state.cardOf(number);
  return {.card = card,
          .definition = card == kNone ? 0 : state.cards[card].definition,
          .player = player,
          .counted = counted};
}

/// A later phase has been where an earlier one begins now.
void judgeOrder(const State& before, const Rules& rules, EventNumber number, schema::Event::Began::Reader began,
                std::vector<Finding>& findings) {
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
  findings.push_back({.kind = Finding::Kind::order,
                      .event = number,
                      .player = began.getPlayer(),
                      .clause = period.clause,
                      .rests_on = {now.began}});
}

/// A use, or a copy, beyond a limit.
Finding beyond(EventNumber number, const AppliedLimit& limit, const UseQuestion& act, const CounterReading& counter,
               const std::string& clause, bool certain) {
  Finding finding{.kind = Finding::Kind::limit,
                  .grade = certain ? Finding::Grade::certain : Finding::Grade::undecided,
                  .event = number,
                  .card = act.card,
                  .player = act.player,
                  .clause = clause,
                  .rests_on = counter.used_by,
                  .limit = limit.index,
                  .used = counter.used,
                  .max = limit.max};
  if (!certain) {
    finding.rests_on.insert(finding.rests_on.end(), counter.perhaps_by.begin(), counter.perhaps_by.end());
  }
  std::sort(finding.rests_on.begin(), finding.rests_on.end());
  return finding;
}

/// The table as an event leaves it.
State tableAfter(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event) {
  State after = before;
  Step step;
  reduce(after, rules, number, event, step, hasNamesOf(before, event));
  return after;
}

/// The limits that are judged at such an event.
void judgeLimits(const State& before, const Rules& rules, EventNumber number, schema::Event::Which at,
                 const UseQuestion& act, std::vector<Finding>& findings) {
  for (const LimitStanding& standing : standings(before, rules, act)) {
    const auto& [limit, counter] = standing;
    const std::string* clause = limit.limit->judgedAt(at);
    if (clause == nullptr || counter.used + counter.perhaps < limit.least_max) continue;
    findings.push_back(beyond(number, limit, act, counter, *clause, counter.used >= limit.max));
  }
  for (const AppliedLimit& limit : limitsOf(before, rules, act).but_for_texts) {
    const std::string* clause = limit.limit->judgedAt(at);
    if (clause == nullptr) continue;
    const CounterReading counter = readCounter(before, rules, limit, act);
    if (counter.used + counter.perhaps >= limit.least_max) {
      findings.push_back(beyond(number, limit, act, counter, *clause, false));
    }
  }
}

void judgeRequirements(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event,
                       std::vector<Finding>& findings) {
  const auto& requirements = requirementsOf(rules, event.which());
  if (requirements.empty()) return;
  const Happening happening = readHappening(before, rules, event);
  for (const Requirement& requirement : requirements) {
    std::shared_ptr<const expression::Answer> answer;
    const Met met = meets(before, rules, number, event, happening, requirement, &answer);
    if (met == Met::yes || lifts(before, rules, event, happening, requirement)) continue;
    findings.push_back({.kind = Finding::Kind::requirement,
                        .grade = met == Met::no ? Finding::Grade::certain : Finding::Grade::undecided,
                        .event = number,
                        .card = happening.card,
                        .player = happening.player,
                        .clause = requirement.clause,
                        .requirement = requirement.what,
                        .asked = &requirement,
                        .answer = std::move(answer)});
  }
}

/// Limits on the copies that an event adds. Cards that it creates are there only after it.
void judgeCopies(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event,
                 std::vector<Finding>& findings) {
  if (!countsCopies(rules)) return;
  const auto judge_in = [&](const State& state) {
    for (const AddedCopy& copy : addedCopies(state, rules, event)) {
      judgeLimits(state, rules, number, copy.act, copy.question, findings);
    }
  };
  if (!addsNewCards(event)) return judge_in(before);
  judge_in(tableAfter(before, rules, number, event));
}

/// Copies in the deck that an event registers, or goes on registering.
void judgeDeck(const State& before, const Rules& rules, EventNumber number, schema::Event::DeckRegistered::Reader deck,
               schema::Event::Reader event, std::vector<Finding>& findings) {
  if (!rules.ruleset.counts(Counted::COPIES_IN_DECK)) return;
  const State after = tableAfter(before, rules, number, event);
  for (const CopiesBeyond& copies : copiesBeyond(after, rules, deck.getPlayer(), registeredBy(after, deck))) {
    const std::string* clause = copies.limit.limit->judgedAt(schema::Event::DECK_REGISTERED);
    if (clause != nullptr)
      findings.push_back(beyond(number, copies.limit, copies.question, copies.counter, *clause, copies.certain));
  }
}

std::vector<Finding> judgeKnowing(const State& before, const Rules& rules, EventNumber number,
                                  schema::Event::Reader event, bool has_duties) {
  std::vector<Finding> findings;
  if (event.isBegan()) judgeOrder(before, rules, number, event.getBegan(), findings);
  judgeRequirements(before, rules, number, event, findings);
  if (const ActQuestion act = questionOf(before, event); act.counted) {
    judgeLimits(before, rules, number, event.which(), act.use, findings);
  }
  if (const auto applied = applicationBy(before, rules, event)) {
    judgeLimits(before, rules, number, schema::Event::TRAIT_TRIGGERED, *applied, findings);
  }
  judgeCopies(before, rules, number, event, findings);
  if (event.isDeckRegistered()) judgeDeck(before, rules, number, event.getDeckRegistered(), event, findings);
  judgePlay(before, rules, number, event, findings);
  if (!has_duties) return findings;
  std::vector<Finding> missed = readDuties(before, rules, number, event).findings;
  std::move(missed.begin(), missed.end(), std::back_inserter(findings));
  return findings;
}

std::vector<Finding> judgeAsTold(const State& before, const Rules& rules, EventNumber number,
                                 schema::Event::Reader event) {
  const bool duties = mayHaveDuties(before, rules, event);
  // A card that is shown by being used is judged as what it is.
  if (event.hasContext()) {
    const auto context = event.getContext();
    const bool by_name = event.isAbilityActivated() && event.getAbilityActivated().getNamed() != 0;
    const bool asks =
        duties || by_name || event.isBegan() || rules.ruleset.plays || !requirementsOf(rules, event.which()).empty();
    const bool counts = asks || countsCopies(rules) || event.isDeckRegistered() || questionOf(before, event).counted;
    if ((asks && context.getNames().size() != 0) || (counts && context.getIdentities().size() != 0)) {
      return judgeKnowing(Told(before, rules, number, event).state(), rules, number, event, duties);
    }
  }
  return judgeKnowing(before, rules, number, event, duties);
}

/// The clause of a finding for which the ruleset names none.
OwnClause ownClauseOf(const Finding& finding) {
  using Kind = Finding::Kind;
  switch (finding.kind) {
    case Kind::cycle:
      return OwnClause::traits_settle;
    case Kind::trait:
    case Kind::ability:
    case Kind::effect: {
      // From where a trait triggers, and how often, no card says.
      const bool of_rules = finding.fault == Finding::Fault::place || finding.fault == Finding::Fault::twice;
      return of_rules ? OwnClause::rules_say_so : OwnClause::card_says_so;
    }
    case Kind::permission: {
      const bool of_card = finding.holds < finding.sayings.size() && finding.sayings[finding.holds].source != kNone;
      return of_card ? OwnClause::card_says_so : OwnClause::rules_say_so;
    }
    default:
      return OwnClause::rules_say_so;
  }
}

/// Each finding cites something.
void cite(std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    if (finding.clause.empty()) finding.clause = tableClause(ownClauseOf(finding)).id;
  }
}

/// With the event begins a cycle: continuous traits that undo themselves or each other.
void judgeCycles(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event,
                 std::vector<Finding>& findings) {
  if (!computes(before, rules)) return;
  State after = before;
  Step step;
  reduce(after, rules, number, event, step, hasNamesOf(before, event));
  if (after.computed == nullptr) return;
  const HeldReading* applies = rules.ruleset.held(Reading::continuous_while_in_play);
  for (const TraitOf& trait : after.computed->cycles) {
    if (before.computed != nullptr && ranges::contains(before.computed->cycles, trait)) continue;
    findings.push_back({.kind = Finding::Kind::cycle,
                        .event = number,
                        .card = before.isCard(trait.bearer) ? trait.bearer : kNone,
                        .clause = applies == nullptr ? std::string{} : applies->clause,
                        .rests_on = {number},
                        .trait = trait.ability == nullptr ? std::string{} : trait.ability->name});
  }
}

/// Whether an act breaks a requirement, whatever is not known. The fold asks this of every act: what a plain
/// requirement needs stands in the use, and the whole event is read only where something asks for more.
bool breaksRequirement(const State& before, const Rules& rules, schema::Event::Reader event, const UseQuestion& use) {
  const Happening plain{.card = use.card, .player = use.player != 0 ? use.player : Seat{event.getActor()}};
  return ranges::any_of(requirementsOf(rules, event.which()), [&](const Requirement& requirement) {
    // What is asked of the state after the event cannot decide whether it changes the state.
    if (requirement.after) return false;
    if (isPlain(requirement) && meetsPlainly(before, rules, plain, requirement.what)) return false;
    const Happening happening = readHappening(before, rules, event);
    return meets(before, rules, before.event + 1, event, happening, requirement) == Met::no &&
           !lifts(before, rules, event, happening, requirement);
  });
}

/// Whether a limit that is judged at such an event has no use left, whatever is not known.
bool isExceeded(const State& before, const Rules& rules, schema::Event::Which at, const UseQuestion& question) {
  const ApplicableLimits applicable = limitsOf(before, rules, question);
  return ranges::any_of(applicable.limits, [&](const AppliedLimit& limit) {
    return limit.limit->judgedAt(at) != nullptr && countUses(before, rules, limit, question) >= limit.max;
  });
}

}  // namespace

ActQuestion questionOf(const State& before, schema::Event::Reader event) {
  if (!hasItsCard(before, event)) return {};
  switch (event.which()) {
    case schema::Event::ABILITY_ACTIVATED: {
      const auto act = event.getAbilityActivated();
      ActQuestion question{.counted = true, .use = about(before, act.getCard(), act.getPlayer(), Counted::ACTIVATIONS)};
      question.use.ability = act.getAbility();
      question.use.name = before.vocabulary->names.text(act.getNamed());
      question.use.designator = act.getDesignator();
      question.use.trigger = act.getTrigger();
      question.use.trigger_unsaid = act.getTrigger() == 0;
      return question;
    }
    case schema::Event::TRAIT_TRIGGERED: {
      const auto act = event.getTraitTriggered();
      ActQuestion question{.counted = true, .use = about(before, act.getCard(), act.getPlayer(), Counted::TRIGGERS)};
      question.use.ability = act.getTrait();
      question.use.trigger = act.getTrigger();
      question.use.trigger_unsaid = act.getTrigger() == 0;
      return question;
    }
    case schema::Event::CARD_PLAYED: {
      const auto act = event.getCardPlayed();
      return {.counted = true, .use = about(before, act.getCard(), act.getPlayer(), Counted::PLAYS)};
    }
    default:
      return {};
  }
}

std::vector<LimitStanding> standings(const State& before, const Rules& rules, const UseQuestion& question) {
  std::vector<LimitStanding> all;
  for (const AppliedLimit& limit : limitsOf(before, rules, question).limits) {
    all.push_back({.limit = limit, .counter = readCounter(before, rules, limit, question)});
  }
  return all;
}

std::vector<Finding> judge(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event) {
  std::vector<Finding> findings = senseTable(before, rules, number, event);
  if (!hasItsCard(before, event)) return findings;
  ranges::push_back(findings, judgeAsTold(before, rules, number, event));
  judgeCycles(before, rules, number, event, findings);
  cite(findings);
  return findings;
}

std::vector<Finding> judgeSupposed(const State& before, const Rules& rules, EventNumber number,
                                   schema::Event::Reader event) {
  auto findings = judge(before, rules, number, event);
  std::erase_if(findings, [](const Finding& one) { return one.kind == Finding::Kind::unexplained; });
  return findings;
}

bool isIllegal(const State& before, const Rules& rules, schema::Event::Reader event, const ActQuestion& act) {
  if (!act.counted) return false;
  if (breaksRequirement(before, rules, event, act.use)) return true;
  if (isExceeded(before, rules, event.which(), act.use)) return true;
  if (countsCopies(rules)) {
    for (const AddedCopy& copy : addedCopies(before, rules, event)) {
      if (isExceeded(before, rules, copy.act, copy.question)) return true;
    }
  }
  if (isForbidden(before, rules, event)) return true;
  if (!rules.listensTo(event.which())) return false;
  const auto text = textActOf(before, rules, event);
  return text && ranges::any_of(judgeText(before, rules, before.event + 1, *text, event),
                                [](const Finding& finding) { return finding.grade == Finding::Grade::certain; });
}

}  // namespace docket
