#include "engine/judge.h"

#include <algorithm>
#include <range/v3/algorithm/find.hpp>

namespace docket {
namespace {

using What = schema::Act::Requirement::What;
using Counted = schema::Limit::Counted;

UseQuestion about(const State& state, std::uint32_t number, Seat player, Counted counted) {
  const CardIndex card = state.cardOf(number);
  return {.card = card,
          .definition = card == kNone ? 0 : state.cards[card].definition,
          .player = player,
          .counted = counted};
}

bool holds(const State& state, const UseQuestion& act, What what, const Rules& rules) {
  if (act.card == kNone) return true;
  const Card& card = state.cards[act.card];
  switch (what) {
    case What::SOURCE_IN_PLAY:
      return card.exists() && rules.ruleset.zones[card.zone].in_play;
    case What::SOURCE_CONTROLLED:
      return card.controller == act.player;
    case What::SOURCE_FACE_UP:
      return card.face == Facing::up;
    case What::SOURCE_UNBOWED:
      return card.orientation == 0;
    case What::PLAYERS_TURN:
      for (const PeriodNow& now : state.periods) {
        if (now.open && now.player != 0) return now.player == act.player;
      }
      return true;
  }
  return true;
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

void judgeLimits(const State& before, const Rules& rules, EventNumber number, const UseQuestion& act,
                 std::vector<Finding>& findings) {
  for (const LimitStanding& standing : standings(before, rules, act)) {
    const auto& [limit, counter] = standing;
    if (counter.used + counter.perhaps < limit.max) continue;
    const bool certain = counter.used >= limit.max;
    Finding finding{.kind = Finding::Kind::limit,
                    .grade = certain ? Finding::Grade::certain : Finding::Grade::undecided,
                    .event = number,
                    .card = act.card,
                    .player = act.player,
                    .clause = limit.limit->clause,
                    .rests_on = counter.used_by,
                    .limit = limit.index,
                    .used = counter.used,
                    .max = limit.max};
    if (!certain) {
      finding.rests_on.insert(finding.rests_on.end(), counter.perhaps_by.begin(), counter.perhaps_by.end());
    }
    std::sort(finding.rests_on.begin(), finding.rests_on.end());
    findings.push_back(std::move(finding));
  }
}

const Act& actOf(const Rules& rules, schema::Event::Reader event) {
  return rules.ruleset.acts[static_cast<std::size_t>(event.which())];
}

}  // namespace

ActQuestion questionOf(const State& before, schema::Event::Reader event) {
  switch (event.which()) {
    case schema::Event::ABILITY_ACTIVATED: {
      const auto act = event.getAbilityActivated();
      ActQuestion question{.counted = true, .use = about(before, act.getCard(), act.getPlayer(), Counted::ACTIVATIONS)};
      question.use.ability = act.getAbility();
      question.use.designator = act.getDesignator();
      question.use.trigger = act.getTrigger();
      return question;
    }
    case schema::Event::TRAIT_TRIGGERED: {
      const auto act = event.getTraitTriggered();
      ActQuestion question{.counted = true, .use = about(before, act.getCard(), act.getPlayer(), Counted::TRIGGERS)};
      question.use.ability = act.getTrait();
      question.use.trigger = act.getTrigger();
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
    all.push_back({.limit = limit, .counter = readCounter(before, limit, question)});
  }
  return all;
}

std::vector<Finding> judge(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event) {
  std::vector<Finding> findings;
  if (event.isBegan()) judgeOrder(before, rules, number, event.getBegan(), findings);
  const ActQuestion act = questionOf(before, event);
  if (!act.counted) return findings;
  for (const Requirement& requirement : actOf(rules, event).requirements) {
    if (holds(before, act.use, requirement.what, rules)) continue;
    findings.push_back({.kind = Finding::Kind::requirement,
                        .event = number,
                        .card = act.use.card,
                        .player = act.use.player,
                        .clause = requirement.clause,
                        .requirement = requirement.what});
  }
  judgeLimits(before, rules, number, act.use, findings);
  return findings;
}

bool isIllegal(const State& before, const Rules& rules, schema::Event::Reader event) {
  const ActQuestion act = questionOf(before, event);
  if (!act.counted) return false;
  for (const Requirement& requirement : actOf(rules, event).requirements) {
    if (!holds(before, act.use, requirement.what, rules)) return true;
  }
  for (const AppliedLimit& limit : limitsOf(before, rules, act.use).limits) {
    if (countUses(before, limit, act.use) >= limit.max) return true;
  }
  return false;
}

}  // namespace docket
