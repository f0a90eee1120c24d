// docket find as people type it.
#include <gtest/gtest.h>

#include "tests/tools/disputed_game.h"
#include "tests/tools/game_won_by.h"

namespace docket::find_test {
namespace {

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
  EXPECT_HAS(limits.out, "court/7@10  turn 1, action phase");
  EXPECT_HAS(limits.out, "court/7@12  turn 1, action phase");
  EXPECT_HAS(run({"find", "--finding", "illegal"}).out, "court/7@12");
  const Ran rulings = run({"find", "--clause", "l5r.calc.contradiction.between", "--judge", "dana"});
  EXPECT_HAS(rulings.out, "court/7@16");
  EXPECT_HAS(rulings.out, "\n1 hit in 1 game; 1 game searched\n");
  EXPECT_HAS(run({"find", "--judge", "corin", "--count"}).out, "0 hits in 0 games");
  EXPECT_HAS(run({"find", "--judge", "corin", "--count", "--undone"}).out, "1 hit in 1 game");
}

TEST_F(Find, ListsActsAndTheFirstAppearanceOfACard) {
  EXPECT_HAS(run({"find", "--card", "iron blade"}).out, "court/7@1\n");
  const Ran acts = run({"find", "--act", "abilityActivated", "--card", "Steady Guard"});
  EXPECT_HAS(acts.out, "court/7@10");
  EXPECT_HAS(acts.out, "2 hits in 1 game");
  EXPECT_HAS(run({"find", "--act", "cardPlayd"}).err, R"(did you mean "cardPlayed"?)");
}

TEST_F(Find, MatchesPartOfANameInAnyCase) {
  const std::string won = docket::test::gameWonBy("open/1", 1, R"({"name":"Åsa Dahl"},{"name":"Bo"})", R"("table":3)");
  ASSERT_EQ(run({"import", place.file("won.jsonl", won)}).status, 0);
  EXPECT_HAS(run({"find", "--player", "asa"}).out, "open/1@1");
  EXPECT_HAS(run({"find", "--player", "BAST", "--count"}).out, "1 hit in 1 game; 1 game searched");
  EXPECT_HAS(run({"find", "--table", "3"}).out, "open/1@1");
  EXPECT_HAS(run({"find", "--winner", "dahl"}).out, "open/1@1");
  EXPECT_HAS(run({"find", "--winner", "bo", "--count"}).out,
             "0 hits in 0 games; 1 game searched; 1 left out by the index of outcomes");
  EXPECT_HAS(run({"find", "--outcome", "unfinished"}).out, "court/7@18");
}

TEST_F(Find, FindsEqualStatesAndTurnEndsAndPeriods) {
  EXPECT_HAS(run({"find", "--like", "court/7@9"}).out, "court/7@9 ");
  EXPECT_HAS(run({"find", "--at-turn-end", "count(in play) > 1"}).out, "court/7@18 ");
  EXPECT_HAS(run({"find", "--during", "action", "count(in play) > 1", "--first"}).out, "court/7@7");
  EXPECT_HAS(run({"find", "--during", "actoin"}).err, R"(did you mean "action"?)");
}

TEST_F(Find, OmitsRewoundEvents) {
  importGame("rewound.jsonl",
             std::string(docket::test::kGame).replace(std::string(docket::test::kGame).find("court/7"), 7, "court/8") +
                 R"({"rewound":{"to":10,"judge":"Dana"}})" + "\n");
  const std::vector<std::string> asked{"find", R"(value(P1, "Family Honor") = 2)", "--prefix", "court/8"};
  EXPECT_HAS(run(asked).out, "0 hits in 0 games");
  std::vector<std::string> undone = asked;
  undone.emplace_back("--undone");
  EXPECT_HAS(run(undone).out, "court/8@11..18");
}

TEST_F(Find, SelectsRulingsByTheirVerdictAndPenaltiesByTheirKind) {
  EXPECT_HAS(run({"find", "--ruling", "right"}).out, "court/7@16  turn 1, action phase\n    right: ");
  EXPECT_HAS(run({"find", "--ruling", "undecided"}).out, "court/7@17");
  EXPECT_HAS(run({"find", "--ruling", "wrong", "--count"}).out, "0 hits");  // it was replaced
  const Ran replaced = run({"find", "--ruling", "wrong", "--undone"});
  EXPECT_HAS(replaced.out, "court/7@15");
  EXPECT_HAS(replaced.out, "[l5r.calc.clamp], Corin (undone)\n1 hit in 1 game");
  ASSERT_EQ(run({"rule", "court/7", "--penalty", "warning", "--player", "P1", "--judge", "Femi"}).status, 0);
  const Ran warned = run({"find", "--penalty", "Warning", "--judge", "femi"});
  EXPECT_HAS(warned.out, "court/7@19");
  EXPECT_HAS(warned.out, "1 hit in 1 game");
  EXPECT_HAS(run({"find", "--penalty", "game loss", "--count"}).out, "0 hits");
}

TEST_F(Find, SelectsGamesByTheGradeThatVerifyGives) {
  ASSERT_EQ(run({"import", place.file("won.jsonl", docket::test::gameWonBy("open/1", 1))}).status, 0);
  const auto expect = [&] {
    EXPECT_HAS(run({"find", "--grade", "diverged"}).out, "court/7@18");
    EXPECT_HAS(run({"find", "--grade", "diverged"}).out, "1 hit in 1 game; 2 games searched");
    EXPECT_HAS(run({"find", "--grade", "unverified"}).out, "open/1@1");
    EXPECT_HAS(run({"find", "--grade", "exact", "--count"}).out, "0 hits");
  };
  expect();
  static_cast<void>(run({"verify", "--all"}));  // it stores the grades
  expect();
}

TEST_F(Find, KnowsInHindsightWhatWasRevealedLater) {
  std::string game = docket::test::kGame;
  game.replace(game.find("court/7"), 7, "court/6");
  importGame("revealed.jsonl", game + R"({"actor":2,"context":{"identities":[{"card":4,"definition":"Iron Blade"}]},)" +
                                   R"("cardMoved":{"card":4,"player":2,"zone":"home","face":"up"}})" + "\n");
  const std::vector<std::string> asked{"find", R"(any(in hand of P2, title "Iron Blade"))", "--prefix", "court/6"};
  const auto with = [&](const char* option) {
    std::vector<std::string> typed = asked;
    typed.emplace_back(option);
    return run(typed).out;
  };
  EXPECT_HAS(run(asked).out, "court/6@3..18  possible\n    it is not known what card #4 is\n");
  EXPECT_HAS(with("--certain"), "0 hits");
  EXPECT_HAS(with("--hindsight"), "court/6@3..18\n1 hit in 1 game");
}

TEST(FindUnderOtherRules, JudgesByThemWithoutTheIndex) {
  const docket::test::TempDirectory place;
  const std::string tests = docket::test::sourceDir() + "/tests/games/";
  const auto run = [&](std::vector<std::string> typed) {
    typed.insert(typed.end(), {"--archive", place.archive()});
    return docket::test::run(typed);
  };
  ASSERT_EQ(run({"import", "--cards", tests + "catalogues/l5r-celestial.json", tests + "l5r-paragon.jsonl"}).status, 0);
  ASSERT_EQ(run({"index"}).status, 0);
  // Under the rules of 2009 only the first minimum applies, and the ruling that was right is wrong.
  EXPECT_HAS(run({"find", "--ruling", "wrong", "--count"}).out, "0 hits in 0 games; 1 game searched");
  const Ran under = run({"find", "--ruling", "wrong", "--under", "l5r-celestial@2009-06-01"});
  EXPECT_HAS(under.out, "samples/l5r-paragon@32");
  EXPECT_HAS(under.out, "1 hit in 1 game; 1 game searched\n");
  const std::string state = R"(stat(#2, "Personal Honor") = 4)";
  EXPECT_NE(run({"find", state}).out, run({"find", state, "--under", "l5r-celestial@2009-06-01"}).out);
  EXPECT_EQ(run({"find", state, "--under", "no-such-rules"}).status, 2);
}

TEST_F(Find, ReportsWhyAHitIsOnlyPossible) {
  const Ran ran = run({"find", R"(stat(#4, "Force") > 1)"});
  EXPECT_HAS(ran.out, "possible");
  EXPECT_HAS(ran.out, "it is not known what card #4 is");
  EXPECT_HAS(run({"find", R"(stat(#4, "Force") > 1)", "--certain", "--count"}).out, "0 hits") << ran.out;
}

TEST_F(Find, RefusesInvalidQuestions) {
  const Ran ran = run({"find", "count(in paly) > 1"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, R"(the ruleset has no zone "paly" (did you mean "play"?))");
  EXPECT_EQ(run({"find", "count(in play)"}).status, 2);
  EXPECT_HAS(run({"find", "--ruling", "wrnog"}).err, "expected one of right, wrong, undecided");
  EXPECT_HAS(run({"find", "--penalty", "warning", "--finding", "illegal"}).err, "these options exclude each other");
}

}  // namespace
}  // namespace docket::find_test
