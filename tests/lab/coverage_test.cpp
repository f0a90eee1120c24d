// docket coverage: what the sample games are known to exercise, and what they are known never to.
#include <gtest/gtest.h>

#include "tests/lab/generated_archive.h"
#include "tools/lab/coverage.h"

namespace docket::lab::test {
namespace {

using docket::test::has;
using docket::test::run;

RulesCovered covered(const Archive& archive, const std::string& ruleset, std::size_t threads) {
  const auto all = coverageOf(archive, {.ruleset = ruleset}, threads, [](std::uint64_t, std::uint64_t) {}).rulesets;
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? RulesCovered{} : all.front();
}

bool exercised(const RulesCovered& rules, const std::string& id) {
  for (const ClauseCovered& clause : rules.clauses) {
    if (clause.id == id) return clause.exercised;
  }
  ADD_FAILURE() << id;
  return false;
}

TEST(Coverage, TellsClausesLimitsAndCardsThatTheSampleDuelExercises) {
  const Place place;
  docket::test::importSamples(place);
  const auto archive = Archive::open(place.archive(), Access::read);
  const auto duel = covered(archive, "yugioh", 1);
  EXPECT_EQ(duel.games, 1U);
  EXPECT_EQ(duel.events, 72U);
  // The second Fox is used beyond the limit on its effect; nothing in the duel is once per Duel.
  EXPECT_TRUE(exercised(duel, "ygo.hard.use"));
  EXPECT_FALSE(exercised(duel, "ygo.hard.duel"));
  EXPECT_GT(duel.limits.at("hard-use").uses, 1U);
  EXPECT_GE(duel.limits.at("hard-use").broken, 1U);
  EXPECT_EQ(duel.limits.at("hard-use-per-duel").uses, 0U);
  EXPECT_GT(duel.cards.at("Lantern Fox").uses, 0U);
}

TEST(Coverage, OfAClauseDependsOnItsVersionOfTheRuleset) {
  const Place place;
  docket::test::importSamples(place);
  const auto ran = run({"coverage", "--archive", place.archive(), "--ruleset", "l5r-celestial@2009-06-01"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("l5r-celestial 2009-06-01  1 game, 33 events\n")) << ran.out;
  EXPECT_TRUE(has(ran.out, "  l5r.minmax.first  ")) << ran.out;
  EXPECT_FALSE(has(ran.out, "l5r.calc.contradiction.between")) << ran.out;
  EXPECT_EQ(run({"coverage", "--archive", place.archive(), "--prefix", "nothing"}).status, 2);
}

TEST(Coverage, IsTheSameByOneThreadAndBySeveral) {
  const GeneratedArchive made("yugioh", 130, {.seed = 5, .planted_percent = 10});
  const std::vector<std::string> typed{"coverage", "--archive", made.place().archive(), "--json", "--jobs"};
  auto one = typed;
  one.emplace_back("1");
  auto three = typed;
  three.emplace_back("3");
  const auto ran = run(one);
  EXPECT_EQ(ran.out, run(three).out);
  // The script plants uses beyond each of its limits, so each of these is at work.
  for (const char* clause : {"ygo.soft", "ygo.hard.use", "ygo.hard.card", "ygo.hard.activate", "ygo.hard.duel"})
    EXPECT_TRUE(has(ran.out, std::string("{\"clause\":\"") + clause + "\",\"exercised\":true")) << clause;
}

}  // namespace
}  // namespace docket::lab::test
