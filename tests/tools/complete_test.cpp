// docket complete: the words that shells offer.
#include <gtest/gtest.h>

#include "tests/tools/run.h"

namespace docket {
namespace {

using test::has;
using test::run;

class Complete : public testing::Test {
 protected:
  Complete() {
    const std::string games = place_.file(
        "games.jsonl", R"({"game":{"id":"harbour/1","event":"Harbour Open","ruleset":"yugioh","players":[{},{}]}})"
                       "\n");
    EXPECT_EQ(run({"import", "--archive", place_.archive(), games}).status, 0);
  }
  /// What is offered for the last word, each with a tab and what it is.
  [[nodiscard]] std::string offered(std::vector<std::string> typed) const {
    typed.insert(typed.begin(), {"complete", "--"});
    const auto ran = run(typed);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return "\n" + ran.out;
  }
  test::Place place_;
};

TEST_F(Complete, OffersTheCommandsThatBeginSo) {
  EXPECT_TRUE(has(offered({"ver"}), "\nverify\t"));
  EXPECT_FALSE(has(offered({"ver"}), "\nreplay\t"));
  EXPECT_TRUE(has(offered({""}), "\nreplay\t"));
  EXPECT_TRUE(has(offered({"help", "repl"}), "\nreplay\t"));
}

TEST_F(Complete, OffersOptionsOfTheCommand) {
  EXPECT_TRUE(has(offered({"verify", "--all"}), "\n--all\t"));
  EXPECT_TRUE(has(offered({"verify", "--col"}), "\n--color\t"));
  EXPECT_FALSE(has(offered({"games", "--a"}), "\n--all\t"));
}

TEST_F(Complete, OffersGamesOfTheArchive) {
  EXPECT_EQ(offered({"verify", "--archive", place_.archive(), "harb"}), "\nharbour/1\tHarbour Open\n");
  EXPECT_EQ(offered({"verify", "--archive", place_ / "none", ""}), "\n");
}

TEST_F(Complete, OffersRulesetsAndTheirClauses) {
  EXPECT_TRUE(has(offered({"rules", "sh"}), "\nshow\t"));
  EXPECT_TRUE(has(offered({"rules", "show", "yug"}), "\nyugioh\t"));
  EXPECT_TRUE(has(offered({"rules", "show", "yugioh", "ygo.hard.u"}), "\nygo.hard.use\t"));
  EXPECT_EQ(offered({"rules", "show", "yugioh", "l5r."}), "\n");
}

TEST_F(Complete, OffersCardsOfAGame) {
  const std::string made = place_ / "made.jsonl";
  ASSERT_EQ(run({"generate", "yugioh", "-o", made}).status, 0);
  ASSERT_EQ(run({"import", "--archive", place_.archive(), "--cards", made + ".cards.json", made}).status, 0);
  const auto cards = offered({"explain", "--archive", place_.archive(), "yugioh-1-1", "#11"});
  EXPECT_TRUE(has(cards, "\n#113\tLedger of Tides\n")) << cards;
  EXPECT_FALSE(has(cards, "\n#106\t"));
}

TEST_F(Complete, HasNothingToOfferAfterWhatItDoesNotKnow) {
  EXPECT_EQ(offered({"verfy", ""}), "\n");
  EXPECT_EQ(offered({"explain", "no-such-game", "#"}), "\n");
}

}  // namespace
}  // namespace docket
