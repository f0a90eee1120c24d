// The limits of activations as Docket reads them, compared with the engine that played the duel.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/fold/reduce.h"
#include "engine/judge/doubt.h"
#include "engine/judge/judge.h"
#include "engine/query/limits/applicable_limits.h"
#include "tests/edopro/duels.h"
#include "tests/engine/limit_standings.h"
#include "tests/witness/lines.h"
#include "tools/import/edopro/abilities.h"
#include "tools/import/edopro/file_import.h"

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

LimitShape limitShapeOf(const ApplicableLimit& applicable, const Ruleset& ruleset) {
  const Limit& limit = *applicable.limit;
  const bool by_name = limit.keyed(LimitKey::TITLE) && limit.keyed(LimitKey::PLAYER);
  return {.max = applicable.max,
          .by_name = by_name,
          .given_back_when_negated = limit.givenBackBy(schema::Limit::GivenBack::When::ACTIVATION_NEGATED) != nullptr,
          .per_duel = limit.within == Within::game,
          .shared_by_card = !by_name && limit.keyed(LimitKey::GROUP),
          .per_chain = limit.within == Within::period && limit.period == ruleset.period("chain"),
          .while_face_up = limit.within == Within::face_up,
          .group = by_name ? applicable.of->group : ""};
}

/// Counts of limited activations, by result.
struct Outcomes {
  std::size_t limited = 0, unlimited = 0, identified = 0, known_unlimited = 0;
  std::map<std::string, std::vector<std::string>> exceptions;  ///< where, by cause
  std::vector<std::string> undecided;                          ///< if there is a finding that something unknown decides
  std::size_t named = 0;
  std::size_t right = 0;              ///< limited, judged without a doubt, and everything is as the engine had it
  std::vector<std::string> wrong;     ///< judged without a doubt, and something is not
  std::map<int, std::size_t> doubts;  ///< about limited ones, by kind
};

/// The uses that the engine counted after the activation. It counts a card's own limit by what is left of it, which was
/// read after the chain had ended, so it lacks uses that were given back in between.
std::optional<std::int64_t> usesAfter(const TrueLimit& limit) {
  if (limit.code != 0 || limit.flag != 0) return limit.used;
  return limit.left < limit.max ? std::optional(limit.max - limit.left) : std::nullopt;
}

constexpr const char* kOtherLimit = "another limit";
constexpr const char* kOnlyInText = "a limit that the engine did not have";
constexpr const char* kNoLimit = "the facts of the card give the effect no limit";

/// The difference between an activation and the engine's; null if there is none.
const char* differenceFromTruth(const UseQuestion& question, const std::vector<LimitStanding>& standing, bool known,
                                const TrueActivation& truth, const Ruleset& ruleset, CardsFrom from) {
  if (!truth.limit) return standing.empty() ? nullptr : kOnlyInText;
  if (question.ability == 0) return "it is not known which effect it is";
  if (question.ability == kGrantedAbility) return "an effect that another card gave, or that was copied";
  if (standing.empty() && !known) return "it is not known whether the effect has a limit";
  if (standing.empty()) return kNoLimit;
  if (standing.size() != 1) return kOtherLimit;
  LimitShape should = limitShapeOf(*truth.limit), is = limitShapeOf(standing.front().limit, ruleset);
  if (from !=
      CardsFrom::scripts) {  // texts number them in their own way, and have one effect where scripts have several
    should.group = is.group = {};
    should.shared_by_card = is.shared_by_card = false;
  }
  if (should != is) return kOtherLimit;
  const auto uses = usesAfter(*truth.limit);
  if (uses && standing.front().count.used + 1 != *uses) return "another number of uses";
  return standing.front().count.perhaps != 0 ? "uses that may count" : nullptr;
}

/// Cards whose text has another limit than their script, and in what.
bool saysOtherwise(std::string_view title, std::string_view difference) {
  using Card = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Card, 8> kCards{{
      {"Gather Your Mind", kOtherLimit},     // "You can only use 1": the script gives a negated one back
      {"Magistus Theurgy", kOtherLimit},     // "You can only activate it once": the script does not give it back
      {"Myutant Clash", kOnlyInText},        // of its activation without its effect the script has no limit
      {"PSY-Framegear Gamma", kOnlyInText},  // "Once per Chain": the script has none
      // "Once per turn: You can change this card to face-down Defense Position": the script marks the card instead
      {"Geargiarmor", kOnlyInText},
      {"Geargiattacker", kOnlyInText},
      {"Ghostrick Ghoul", kOnlyInText},
      {"Triple Burst Dragon", kNoLimit},  // its text has no limit on the effect that Tributes it
  }};
  return std::find(kCards.begin(), kCards.end(), Card(title, difference)) != kCards.end();
}

void compareWithTruth(const PendingEvent& at, const TrueActivation& truth, bool is_found, const std::string& where,
                      CardsFrom from, Outcomes& outcomes) {
  const UseQuestion question = actQuestionOf(at.before, at.event).use;
  const auto standing = standings(at.before, at.rules, question);
  const bool known = limitsOf(at.before, at.rules, question).known;
  outcomes.named += question.ability != 0 ? 1U : 0U;
  ++(truth.limit ? outcomes.limited : outcomes.unlimited);
  const char* difference = differenceFromTruth(question, standing, known, truth, at.rules.ruleset, from);
  if (difference != nullptr) outcomes.exceptions[difference].push_back(where);
  if (difference == nullptr) {
    outcomes.identified += truth.limit ? 1U : 0U;
    outcomes.known_unlimited += !truth.limit && known ? 1U : 0U;
  }
  const auto doubt = doubtOf(at);
  if (doubt && truth.limit) ++outcomes.doubts[static_cast<int>(doubt->kind)];
  if (doubt || is_found) return;
  if (difference != nullptr) {
    const Definition* card = at.rules.catalogue.find(std::to_string(truth.code));
    if (from == CardsFrom::scripts || !saysOtherwise(card->title, difference))
      outcomes.wrong.push_back(where + ": " + difference);
    return;
  }
  outcomes.right += truth.limit ? 1U : 0U;
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
    const ReadGame import = importReplay(file, name, rules);
    State state = initialState(import.recording.header(), rules);
    Step step;
    std::size_t met = 0;
    for (EventNumber number = 1; number <= import.recording.size(); ++number) {
      const auto event = import.recording.event(number);
      const std::string where = fmt::format("duel {} event {}", name, number);
      const PendingEvent at = pendingEvent(state, rules, number, event);
      bool is_found = false;
      for (const Finding& finding : judge(at)) {
        if (finding.is<Finding::Unexplained>()) continue;  // the file names no cause of it
        is_found = true;
        if (finding.certainty != Finding::Certainty::certain) {
          outcomes.undecided.push_back(where);
          continue;
        }
        const auto* limit = finding.as<Finding::LimitExceeded>();
        ADD_FAILURE() << where << ": a false alarm, " << finding.clause
                      << (limit == nullptr ? "" : fmt::format(" used {} of {}", limit->used, limit->max));
      }
      if (event->isAbilityActivated()) {
        const auto found = activations.find(event->getContext().getSource());
        EXPECT_NE(found, activations.end()) << where << " is not an activation of the engine";
        if (found == activations.end()) continue;
        EXPECT_EQ(event->getAbilityActivated().getPlayer(), found->second->player + 1) << where;
        compareWithTruth(at, *found->second, is_found, where, from, outcomes);
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
  const std::size_t activations = outcomes.limited + outcomes.unlimited;
  fmt::print("{} of {} activations are named ({:.2f} %)\n", outcomes.named, activations,
             100.0 * static_cast<double>(outcomes.named) / static_cast<double>(activations));
  fmt::print("{} limited ones judged without a doubt and right ({:.2f} %), {} wrong\n", outcomes.right,
             100.0 * static_cast<double>(outcomes.right) / static_cast<double>(outcomes.limited),
             outcomes.wrong.size());
  for (const std::string& wrong : outcomes.wrong) fmt::print("       {}\n", wrong);
  for (const auto& [kind, count] : outcomes.doubts) fmt::print("{:4} doubts of kind {}\n", count, kind);
  fmt::print("{} findings that something unknown decides\n", outcomes.undecided.size());
  for (const auto& [cause, places] : outcomes.exceptions) {
    fmt::print("{:4} {}\n", places.size(), cause);
    for (const std::string& place : places) fmt::print("       {}\n", place);
  }
  if (from != CardsFrom::scripts) return outcomes;  // a text may have another limit than the script
  EXPECT_EQ(outcomes.exceptions.count(kOnlyInText), 0U);
  EXPECT_EQ(outcomes.exceptions.count(kOtherLimit), 0U);
  EXPECT_EQ(outcomes.exceptions.count("another number of uses"), 0U);
  return outcomes;
}

TEST(DuelLimits, EqualTheEnginesAndRaiseNoFalseAlarm) {
  SKIP_WITHOUT_DUELS();
  const Outcomes outcomes = expectNoFalseAlarm(kDuels);
  EXPECT_EQ(outcomes.wrong, std::vector<std::string>{});
  if (!witness::isSharedData()) return;
  EXPECT_GE(outcomes.identified * 100, outcomes.limited * 97);
  EXPECT_GT(outcomes.limited, 2000U);
  EXPECT_GE(outcomes.known_unlimited * 100, outcomes.unlimited * 95);
  // A use at event 352 is of an effect that the facts do not name, so it may be the one that is used again.
  EXPECT_EQ(outcomes.undecided, std::vector<std::string>{"duel 0141 event 375"});
}

TEST(DuelLimits, ReadFromTextsRaiseNoFalseAlarm) {
  SKIP_WITHOUT_DUELS();
  const Outcomes outcomes = expectNoFalseAlarm(kDuels, CardsFrom::texts);
  EXPECT_EQ(outcomes.wrong, std::vector<std::string>{});
  if (!witness::isSharedData()) return;
  EXPECT_GT(outcomes.identified, 0U);
}

TEST(DuelLimits, ReadOnlyFromTextsAreJudgedWithoutFalseAlarms) {
  SKIP_WITHOUT_DUELS();
  const Outcomes outcomes = expectNoFalseAlarm(kDuels, CardsFrom::texts_alone);
  EXPECT_EQ(outcomes.wrong, std::vector<std::string>{});
  if (!witness::isSharedData()) return;
  const std::size_t activations = outcomes.limited + outcomes.unlimited;
  EXPECT_GE(outcomes.named * 100, activations * 60);
  EXPECT_GE(outcomes.right * 100, outcomes.limited * 40);
}

TEST(DuelLimits, OfEffectsWithSimilarLimitsAreCountedSeparately) {
  SKIP_WITHOUT_DUELS_OF(kFurtherDuels);
  const Outcomes outcomes = expectNoFalseAlarm(kFurtherDuels);
  if (!witness::isSharedData()) return;
  EXPECT_GT(outcomes.limited, 0U);
  // The chain link before it is the ignition effect or the quick effect; this one can only be the quick effect.
  EXPECT_EQ(outcomes.undecided, std::vector<std::string>{"duel 0570 event 470"});
}

}  // namespace
}  // namespace docket::edopro::limits_test
