// The limits of activations: what Docket reads of each against what the engine that played the duel had.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/query/applicable_limits.h"
#include "tests/edopro/duels.h"
#include "tools/import/edopro/abilities.h"
#include "tools/import/edopro/import.h"

namespace docket::edopro::limits_test {
namespace {

using LimitKey = schema::Limit::Key;

/// A limit in the engine's terms, so that both can be compared and printed.
struct LimitShape {
  std::int64_t max;
  bool by_name, given_back_when_negated, per_duel, shared_by_card, per_chain, while_face_up;
  std::string group;
  friend bool operator==(const LimitShape&, const LimitShape&) = default;
};

enum Flag : std::int64_t { kOath = 1, kDuel = 2, kSingle = 4, kChain = 8 };

LimitShape limitShapeOf(const TrueLimit& limit) {
  const bool chain = (limit.flag & kChain) != 0;
  return {.max = limit.max,
          .by_name = limit.code != 0,
          .given_back_when_negated = (limit.flag & kOath) != 0,
          .per_duel = (limit.flag & kDuel) != 0,
          // The engine counts a card's limit per chain for the card as a whole; only one effect of it has one.
          .shared_by_card = (limit.flag & kSingle) != 0 && !chain,
          .per_chain = chain,
          .while_face_up = limit.no_reset && (limit.flag & kDuel) == 0,
          .group = limit.code != 0 ? std::to_string(limit.slot) : ""};
}

LimitShape limitShapeOf(const AppliedLimit& applied, const Ruleset& ruleset) {
  const Limit& limit = *applied.limit;
  const bool by_name = limit.keyed(LimitKey::TITLE) && limit.keyed(LimitKey::PLAYER);
  return {.max = applied.max,
          .by_name = by_name,
          .given_back_when_negated = limit.givenBackBy(schema::Limit::GivenBack::When::ACTIVATION_NEGATED) != nullptr,
          .per_duel = limit.within == Within::game,
          .shared_by_card = !by_name && limit.keyed(LimitKey::GROUP),
          .per_chain = limit.within == Within::period && limit.period == ruleset.period("chain"),
          .while_face_up = limit.within == Within::face_up,
          .group = by_name ? applied.of->group : ""};
}

/// How many limited activations ended how.
struct Outcomes {
  std::size_t limited = 0, unlimited = 0, identified = 0, known_unlimited = 0;
  std::map<std::string, std::vector<std::string>> exceptions;  ///< where, by cause
  std::vector<std::string> undecided;  ///< where there is a finding that something unknown decides
};

/// The uses that the engine counted after the activation. It counts a card's own limit by what is left of it, which
/// was read when the chain had ended: what was given back in between is not known to it any more.
std::optional<std::int64_t> usesAfter(const TrueLimit& limit) {
  if (limit.code != 0 || limit.flag != 0) return limit.used;
  return limit.left < limit.max ? std::optional(limit.max - limit.left) : std::nullopt;
}

void compareWithTruth(const State& before, const Rules& rules, const TrueActivation& truth, schema::Event::Reader event,
                      const std::string& where, Outcomes& outcomes) {
  const UseQuestion question = questionOf(before, event).use;
  const auto standing = standings(before, rules, question);
  const auto except = [&](const char* cause) { outcomes.exceptions[cause].push_back(where); };
  ++(truth.limit ? outcomes.limited : outcomes.unlimited);
  const bool known = limitsOf(before, rules, question).known;
  if (!truth.limit) {
    if (!standing.empty()) except("a limit that the engine did not have");
    outcomes.known_unlimited += known && standing.empty() ? 1U : 0U;
    return;
  }
  if (question.ability == 0) return except("it is not known which effect it is");
  if (question.ability == kGivenAbility) return except("an effect that another card gave, or that was copied");
  if (standing.empty() && !known) return except("it is not known whether the effect has a limit");
  if (standing.empty()) return except("the facts of the card give the effect no limit");
  const LimitShape should = limitShapeOf(*truth.limit);
  if (standing.size() != 1 || limitShapeOf(standing.front().limit, rules.ruleset) != should)
    return except("another limit");
  const auto uses = usesAfter(*truth.limit);
  if (uses && standing.front().counter.used + 1 != *uses) return except("another number of uses");
  if (standing.front().counter.perhaps != 0) return except("uses that may count");
  ++outcomes.identified;
}

/// Goes through the duels of a set: every activation against the engine's, and no certain finding, as nothing is
/// illegal.
Outcomes expectNoFalseAlarm(const std::string& set, CardsFrom from = CardsFrom::scripts) {
  const Rules rules = DuelRules::get(set, from).rules();
  Outcomes outcomes;
  for (const std::string& name : duelNames(set)) {
    const TrueDuel truth = readTruth(name);
    std::map<std::size_t, const TrueActivation*> activations;
    for (const TrueActivation& one : truth.activations) activations[one.packet] = &one;
    const auto file = replayFile(name);
    const Import import = importReplay(file, name, rules);
    State state = begin(import.recording.header(), rules);
    Step step;
    std::size_t met = 0;
    for (EventNumber number = 1; number <= import.recording.size(); ++number) {
      const auto event = import.recording.event(number);
      const std::string where = fmt::format("duel {} event {}", name, number);
      for (const Finding& finding : judge(atHand(state, rules, number, event))) {
        if (finding.is<Finding::Unexplained>()) continue;  // the file says no cause of it
        if (finding.grade != Finding::Grade::certain) {
          outcomes.undecided.push_back(where);
          continue;
        }
        const auto* limit = finding.as<Finding::LimitExceeded>();
        ADD_FAILURE() << where << ": a false alarm, " << finding.clause
                      << (limit == nullptr ? "" : fmt::format(" used {} of {}", limit->used, limit->max));
      }
      if (event->isAbilityActivated()) {
        const auto found = activations.find(event->getContext().getSource());
        EXPECT_NE(found, activations.end()) << where << " is no activation of the engine";
        if (found == activations.end()) continue;
        EXPECT_EQ(event->getAbilityActivated().getPlayer(), found->second->player + 1) << where;
        compareWithTruth(state, rules, *found->second, event, where, outcomes);
        ++met;
      }
      reduce(state, rules, number, event, step);
    }
    EXPECT_EQ(met, activations.size()) << name;
  }
  fmt::print("{} limited activations, {} identified with max, scope, flags, sharing and uses equal ({:.2f} %)\n",
             outcomes.limited, outcomes.identified,
             100.0 * static_cast<double>(outcomes.identified) / static_cast<double>(outcomes.limited));
  fmt::print("{} without a limit, of {} it is known\n", outcomes.unlimited, outcomes.known_unlimited);
  fmt::print("{} findings that something unknown decides\n", outcomes.undecided.size());
  for (const auto& [cause, places] : outcomes.exceptions) {
    fmt::print("{:4} {}\n", places.size(), cause);
    for (const std::string& place : places) fmt::print("       {}\n", place);
  }
  if (from == CardsFrom::texts) return outcomes;  // a text may have another limit than the script
  EXPECT_EQ(outcomes.exceptions.count("a limit that the engine did not have"), 0U);
  EXPECT_EQ(outcomes.exceptions.count("another limit"), 0U);
  EXPECT_EQ(outcomes.exceptions.count("another number of uses"), 0U);
  return outcomes;
}

TEST(DuelLimits, EqualTheEnginesAndRaiseNoFalseAlarm) {
  SKIP_WITHOUT_DUELS();
  const Outcomes outcomes = expectNoFalseAlarm(kDuels);
  EXPECT_GE(outcomes.identified * 100, outcomes.limited * 97);
  EXPECT_GT(outcomes.limited, 2000U);
  EXPECT_GE(outcomes.known_unlimited * 100, outcomes.unlimited * 95);
  // A use at event 339 is of an effect that the facts do not name, so it may be the one that is used again.
  EXPECT_EQ(outcomes.undecided, std::vector<std::string>{"duel 0141 event 362"});
}

TEST(DuelLimits, ReadFromTextsRaiseNoFalseAlarm) {
  SKIP_WITHOUT_DUELS();
  const Outcomes outcomes = expectNoFalseAlarm(kDuels, CardsFrom::texts);
  EXPECT_GT(outcomes.identified, 0U);
}

TEST(DuelLimits, OfEffectsWithLikeLimitsAreNotTakenForOne) {
  SKIP_WITHOUT_DUELS_OF(kFurtherDuels);
  const Outcomes outcomes = expectNoFalseAlarm(kFurtherDuels);
  EXPECT_GT(outcomes.limited, 0U);
  EXPECT_TRUE(outcomes.undecided.empty());
}

}  // namespace
}  // namespace docket::edopro::limits_test
