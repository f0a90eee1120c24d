// docket find, as somebody types it.
#include <gtest/gtest.h>

#include "tests/tools/disputed_game.h"
#include "tests/tools/game_won_by.h"

namespace docket::find_test {
namespace {

using docket::test::has;
using docket::test::Ran;

class Find : public docket::test::DisputedGame {};

TEST_F(Find, PrintsEachRunOfPointsAtWhichAConditionHolds) {
  const Ran ran = run({"find", R"(stat(#2, "Force") >= 6)"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(court/7@9..13  turn 1, action phase
court/7@14..18  turn 1, action phase  possible
    5 of Steady Guard #2 was observed at event 14, but the rules give a
      different result
2 hits in 1 game; 1 game searched
)text");
}

TEST_F(Find, ListsFindingsRulingsAndLimitsByTheirClausesAndJudges) {
  const Ran limits = run({"find", "--limit", "once-per-turn"});
  EXPECT_TRUE(has(limits.out, "court/7@10  turn 1, action phase")) << limits.out;
  EXPECT_TRUE(has(limits.out, "court/7@12  turn 1, action phase")) << limits.out;
  EXPECT_TRUE(has(run({"find", "--finding", "illegal"}).out, "court/7@12"))
      << run({"find", "--finding", "illegal"}).out;
  const Ran rulings = run({"find", "--clause", "l5r.calc.contradiction.between", "--judge", "dana"});
  EXPECT_TRUE(has(rulings.out, "court/7@16")) << rulings.out;
  EXPECT_TRUE(has(rulings.out, "\n1 hit in 1 game; 1 game searched\n")) << rulings.out;
  EXPECT_TRUE(has(run({"find", "--judge", "corin", "--count"}).out, "0 hits in 0 games"));
  EXPECT_TRUE(has(run({"find", "--judge", "corin", "--count", "--undone"}).out, "1 hit in 1 game"));
}

TEST_F(Find, ListsActsAndTheFirstAppearanceOfACard) {
  EXPECT_TRUE(has(run({"find", "--card", "iron blade"}).out, "court/7@1\n"))
      << run({"find", "--card", "iron blade"}).out;
  const Ran acts = run({"find", "--act", "abilityActivated", "--card", "Steady Guard"});
  EXPECT_TRUE(has(acts.out, "court/7@10")) << acts.out;
  EXPECT_TRUE(has(acts.out, "2 hits in 1 game")) << acts.out;
  EXPECT_TRUE(has(run({"find", "--act", "cardPlayd"}).err, R"(did you mean "cardPlayed"?)"));
}

TEST_F(Find, TakesAPartOfANameInAnyCase) {
  const std::string won = docket::test::gameWonBy("open/1", 1, R"({"name":"Åsa Dahl"},{"name":"Bo"})", R"("table":3)");
  ASSERT_EQ(run({"import", place.file("won.jsonl", won)}).status, 0);
  EXPECT_TRUE(has(run({"find", "--player", "asa"}).out, "open/1@1")) << run({"find", "--player", "asa"}).out;
  EXPECT_TRUE(has(run({"find", "--player", "BAST", "--count"}).out, "1 hit in 1 game; 1 game searched"));
  EXPECT_TRUE(has(run({"find", "--table", "3"}).out, "open/1@1"));
  EXPECT_TRUE(has(run({"find", "--winner", "dahl"}).out, "open/1@1"));
  EXPECT_TRUE(has(run({"find", "--winner", "bo", "--count"}).out,
                  "0 hits in 0 games; 1 game searched; 1 left out by the index of outcomes"));
  EXPECT_TRUE(has(run({"find", "--outcome", "unfinished"}).out, "court/7@18"));
}

TEST_F(Find, FindsEqualStatesAndTurnEndsAndPeriods) {
  EXPECT_TRUE(has(run({"find", "--like", "court/7@9"}).out, "court/7@9 "));
  EXPECT_TRUE(has(run({"find", "--at-turn-end", "count(in play) > 1"}).out, "court/7@18 "));
  EXPECT_TRUE(has(run({"find", "--during", "action", "count(in play) > 1", "--first"}).out, "court/7@7"));
  EXPECT_TRUE(has(run({"find", "--during", "actoin"}).err, R"(did you mean "action"?)"));
}

TEST_F(Find, LeavesOutWhatAJudgeTookBack) {
  take("rewound.jsonl",
       std::string(docket::test::kGame).replace(std::string(docket::test::kGame).find("court/7"), 7, "court/8") +
           R"({"rewound":{"to":10,"judge":"Dana"}})" + "\n");
  const std::vector<std::string> asked{"find", R"(value(P1, "Family Honor") = 2)", "--prefix", "court/8"};
  EXPECT_TRUE(has(run(asked).out, "0 hits in 0 games")) << run(asked).out;
  std::vector<std::string> undone = asked;
  undone.emplace_back("--undone");
  EXPECT_TRUE(has(run(undone).out, "court/8@11..18")) << run(undone).out;
}

TEST_F(Find, SaysWhatMakesAHitOnlyPossible) {
  const Ran ran = run({"find", R"(stat(#4, "Force") > 1)"});
  EXPECT_TRUE(has(ran.out, "possible")) << ran.out;
  EXPECT_TRUE(has(ran.out, "it is not known what card #4 is")) << ran.out;
  EXPECT_TRUE(has(run({"find", R"(stat(#4, "Force") > 1)", "--certain", "--count"}).out, "0 hits")) << ran.out;
}

TEST_F(Find, RefusesWhatNoGameCanBeAsked) {
  const Ran ran = run({"find", "count(in paly) > 1"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(has(ran.err, R"(the ruleset has no zone "paly" (did you mean "play"?))")) << ran.err;
  EXPECT_EQ(run({"find", "count(in play)"}).status, 2);
  EXPECT_TRUE(has(run({"find", "--ruling", "wrnog"}).err, "expected one of right, wrong, undecided"));
  EXPECT_TRUE(has(run({"find", "--penalty", "warning", "--finding", "illegal"}).err, "nothing is all that at once"));
}

}  // namespace
}  // namespace docket::find_test
