// A game that is impossible as written, typed by hand: it is imported, and every command agrees about which events
// are impossible and why.
#include <gtest/gtest.h>

#include "tests/tools/run.h"

namespace docket::test::impossible_test {
namespace {

constexpr const char* kImpossible = R"(game "typed/impossible"
P1 "Ada"
P2 "Bo"
ruleset "yugioh"

P1 registers deck #1..#3
P2 registers deck #4..#6
== turn P1
P1 draws #3 from deck to hand
P1 draws #3 from deck to hand
P1 moves #3 from deck to "monster zone" slot 0 up
P1 moves #2 from deck to "monster zone" up {slot=0}
P1 attacks P2 with #1
P2 takes control of #3
P1 wins
P1 draws #1 from deck to hand
)";

class ImpossibleGame : public testing::Test {
 protected:
  void SetUp() override {
    const Ran ran = docket({"import", place_.file("impossible.txt", kImpossible)});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place_.archive(), std::move(typed));
  }
  TempDirectory place_;
};

TEST_F(ImpossibleGame, IsImportedAndVerifyReportsWhatIsWrongWithStatus1) {
  const Ran ran = docket({"verify", "typed/impossible"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "fold          EXACT");
  EXPECT_HAS(ran.out, "legality      DIVERGED");
  for (const char* told : {"is in P1 Ada's hand, not in P1 Ada's deck", "place 1 of P1 Ada's monster zone holds",
                           "is in P1 Ada's deck, which is not in play", "impossible: the game had ended",
                           "changes its controller, and the record does not say by what"}) {
    EXPECT_HAS(ran.out, told);
  }
}

TEST_F(ImpossibleGame, IsReportedAlikeByLogExplainAskAndTheReport) {
  const Ran log = docket({"log", "typed/impossible"});
  EXPECT_HAS(log.out, "; IMPOSSIBLE [table.card-lies-there]: ");
  EXPECT_HAS(log.out, "; NOT EXPLAINED [table.something-causes-it]: ");
  const Ran explained = docket({"explain", "typed/impossible", "legal", "5"});
  EXPECT_EQ(explained.status, 1);
  EXPECT_HAS(explained.out, "this event: IMPOSSIBLE");
  const Ran asked = docket({"ask", "typed/impossible", "legal(5)", R"(broke(5, "table.card-lies-there"))", "legal(4)"});
  EXPECT_HAS(asked.out, "legal(5): false");
  EXPECT_HAS(asked.out, "broke(5, \"table.card-lies-there\"): true");
  EXPECT_HAS(asked.out, "no rule here covers an act like event 4");
  const std::string page = place_.archive() + ".html";
  EXPECT_EQ(docket({"report", "typed/impossible", "-o", page}).status, 0);
  EXPECT_HAS(textOf(page), "<span class=\"tag\">Impossible</span>");
}

TEST_F(ImpossibleGame, KeepsTheStatedOriginOfACardInItsExport) {
  EXPECT_HAS(docket({"export", "typed/impossible"}).out, "\"from\":\"deck\"");
}

TEST_F(ImpossibleGame, IsJudgedOnlyByRulesThatCoverIt) {
  const Ran ran = docket({"verify", "typed/impossible", "--json"});
  EXPECT_HAS(ran.out, R"("scope":{"acts":4,"whole":0,"part":0,"none":4,)");
  const Ran told = docket({"verify", "typed/impossible"});
  EXPECT_HAS(told.out, "0 of 4 acts judged");
  EXPECT_HAS(told.out, "cards drawn, 3 times: no rule here covers it");
}

TEST(ScopeOfARuleset, IsReportedWithoutAGame) {
  const Ran ran = run({"rules", "show", "yugioh"});
  EXPECT_HAS(ran.out, "What these rules cover");
  EXPECT_HAS(ran.out, "judged in part: how often it is done");
  EXPECT_HAS(ran.out, "no rule here covers it");
}

}  // namespace
}  // namespace docket::test::impossible_test
