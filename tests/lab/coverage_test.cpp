// docket coverage: what the sample games exercise and what they do not.
#include <gtest/gtest.h>

#include "tests/lab/generated_archive.h"
#include "tools/lab/coverage.h"

namespace docket::lab::test::coverage_test {
namespace {

using docket::test::has;
using docket::test::run;

RulesCovered covered(const Archive& archive, const std::string& ruleset, std::size_t threads) {
  const auto all = coverageOf(archive, {.filter = {.ruleset = ruleset}, .threads = threads, .again = true},
                              [](std::uint64_t, std::uint64_t) {})
                       .rulesets;
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

TEST(Coverage, ReportsClausesLimitsAndCardsThatTheSampleDuelExercises) {
  const TempDirectory place;
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

TEST(Coverage, OfAClauseIsPerVersionOfTheRuleset) {
  const TempDirectory place;
  docket::test::importSamples(place);
  const auto ran = run({"coverage", "--archive", place.archive(), "--ruleset", "l5r-celestial@2009-06-01"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("l5r-celestial 2009-06-01  1 game, 33 events\n")) << ran.out;
  EXPECT_HAS(ran.out, "  l5r.minmax.first  ");
  EXPECT_FALSE(has(ran.out, "l5r.calc.contradiction.between")) << ran.out;
  EXPECT_EQ(run({"coverage", "--archive", place.archive(), "--prefix", "nothing"}).status, 2);
}

TEST(Coverage, IsTheSameWithOneThreadOrSeveral) {
  const GeneratedArchive made("yugioh", 130, {.seed = 5, .planted_percent = 10});
  const std::vector<std::string> typed{"coverage", "--archive", made.place().archive(), "--json", "--again", "--jobs"};
  auto one = typed;
  one.emplace_back("1");
  auto three = typed;
  three.emplace_back("3");
  const auto ran = run(one);
  EXPECT_EQ(ran.out, run(three).out);
  // The script plants uses beyond each of its limits, so each of these is at work.
  for (const char* clause : {"ygo.soft", "ygo.hard.use", "ygo.hard.card", "ygo.hard.activate", "ygo.hard.duel"})
    EXPECT_HAS(ran.out, std::string("{\"clause\":\"") + clause + "\",\"exercised\":true") << clause;
}

/// Removes from the output of `docket coverage --json` how many games were counted from the cache, and returns it.
std::uint64_t takeKept(std::string& json) {
  const std::string member = ",\"kept\":";
  const auto at = json.find(member);
  if (at == std::string::npos) return 0;
  const auto end = json.find(',', at + 1);
  const auto kept = std::stoull(json.substr(at + member.size(), end - at - member.size()));
  json.erase(at, end - at);
  return kept;
}

TEST(Coverage, IsTheSameFromKeptResultsAndRecountsAContinuedGame) {
  for (const char* ruleset : {"yugioh", "l5r-celestial", "grand-archive", "huntik", "marvel-champions"}) {
    const GeneratedArchive made(ruleset, 20, {.seed = 6, .planted_percent = 10});
    const auto coverage = [&](std::vector<std::string> typed) {
      typed.insert(typed.begin(), {"coverage", "--archive", made.place().archive(), "--json"});
      return run(typed).out;
    };
    std::string first = coverage({}), second = coverage({}), again = coverage({"--again"});
    EXPECT_EQ(takeKept(first), 0U);
    EXPECT_EQ(takeKept(second), 20U);
    EXPECT_EQ(takeKept(again), 0U);
    EXPECT_EQ(first, second) << ruleset;
    EXPECT_EQ(first, again) << ruleset;
    const auto games = run({"games", "--archive", made.place().archive(), "--json"}).out;
    const std::string member = "\"game\":\"";
    const auto begin = games.find(member) + member.size();
    const std::string game = games.substr(begin, games.find('"', begin) - begin);
    const auto ruled =
        run({"rule", game, "--archive", made.place().archive(), "--at", "3", "--claim", "1 = 1", "--judge", "Femi"});
    ASSERT_EQ(ruled.status, 0) << ruled.err;
    std::string after = coverage({});
    EXPECT_EQ(takeKept(after), 19U) << ruleset;
  }
}

}  // namespace
}  // namespace docket::lab::test::coverage_test
