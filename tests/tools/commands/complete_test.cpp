// docket complete: the completions for shells.
#include <gtest/gtest.h>

#include "tests/tools/run.h"

namespace docket::complete_test {
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
  /// The offers for the last word, each with a tab and a description.
  [[nodiscard]] std::string offered(std::vector<std::string> typed) const {
    typed.insert(typed.begin(), {"complete", "--"});
    const auto ran = run(typed);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return "\n" + ran.out;
  }
  test::TempDirectory place_;
};

TEST_F(Complete, OffersTheCommandsWithAPrefix) {
  EXPECT_HAS(offered({"ver"}), "\nverify\t");
  EXPECT_FALSE(has(offered({"ver"}), "\nreplay\t"));
  EXPECT_HAS(offered({""}), "\nreplay\t");
  EXPECT_HAS(offered({"help", "repl"}), "\nreplay\t");
}

TEST_F(Complete, OffersOptionsOfTheCommand) {
  EXPECT_HAS(offered({"verify", "--all"}), "\n--all\t");
  EXPECT_HAS(offered({"verify", "--col"}), "\n--color\t");
  EXPECT_FALSE(has(offered({"games", "--a"}), "\n--all\t"));
}

TEST_F(Complete, OffersGamesOfTheArchive) {
  EXPECT_EQ(offered({"verify", "--archive", place_.archive(), "harb"}), "\nharbour/1\tHarbour Open\n");
  EXPECT_EQ(offered({"verify", "--archive", place_ / "none", ""}), "\n");
}

TEST_F(Complete, AcceptsOptionsBeforeTheCommand) {
  EXPECT_EQ(offered({"--archive", place_.archive(), "verify", "harb"}), "\nharbour/1\tHarbour Open\n");
  EXPECT_HAS(offered({"--json", "--archive", place_.archive(), "ver"}), "\nverify\t");
  EXPECT_HAS(offered({"--archive=" + place_.archive(), "verify", "--al"}), "\n--all\t");
}

TEST_F(Complete, OffersArgumentsAndOptionsOfACommand) {
  EXPECT_HAS(offered({"work", "--relay", "x", "re"}), "\nregress\t");
  EXPECT_FALSE(has(offered({"work", "re"}), "\nreplay\t"));
  EXPECT_HAS(offered({"work", "--relay", "x", "--rec"}), "\n--recheck\t");
  EXPECT_HAS(offered({"work", "--relay", "x", "regress", "--t"}), "\n--to\t");
}

TEST_F(Complete, OffersSchemasByTheirNames) {
  EXPECT_HAS(offered({"schema", "answers/lim"}), "\nanswers/limits\t");
  EXPECT_FALSE(has(offered({"schema", "answers/lim"}), "\nruleset\t"));
}

TEST_F(Complete, OffersRulesetsAndTheirClauses) {
  EXPECT_HAS(offered({"rules", "sh"}), "\nshow\t");
  EXPECT_HAS(offered({"rules", "show", "yug"}), "\nyugioh\t");
  EXPECT_HAS(offered({"rules", "show", "yugioh", "ygo.hard.u"}), "\nygo.hard.use\t");
  EXPECT_EQ(offered({"rules", "show", "yugioh", "l5r."}), "\n");
}

TEST_F(Complete, OffersTheOptionsOfTheSubcommand) {
  EXPECT_HAS(offered({"cards", "read", "--un"}), "\n--unread\t");
  EXPECT_EQ(offered({"cards", "show", "--un"}), "\n");
  EXPECT_HAS(offered({"cards", "--un"}), "\n--unread\t") << "the subcommand is not known yet";
}

TEST_F(Complete, OffersCardsOfAGame) {
  const std::string made = place_ / "made.jsonl";
  ASSERT_EQ(run({"generate", "yugioh", "-o", made}).status, 0);
  ASSERT_EQ(run({"import", "--archive", place_.archive(), "--cards", made + ".cards.json", made}).status, 0);
  const auto cards = offered({"explain", "--archive", place_.archive(), "yugioh-1-1", "#11"});
  EXPECT_HAS(cards, "\n#113\tLedger of Tides\n");
  EXPECT_FALSE(has(cards, "\n#106\t"));
  const auto titled = offered({"explain", "--archive", place_.archive(), "yugioh-1-1", "Ledger"});
  EXPECT_EQ(titled, "\n") << "a title that several cards share is not offered";
  EXPECT_HAS(offered({"cards", "show", "--archive", place_.archive(), "Ledger"}), "\nLedger of Tides\t");
}

TEST_F(Complete, OffersTheTitleOfAUniqueCard) {
  test::importSamples(place_);
  const std::string card = "Unbowed Champion";
  EXPECT_HAS(offered({"explain", "--archive", place_.archive(), "samples/l5r-paragon", "Unb"}), "\n" + card + "\t#");
  EXPECT_EQ(run({"explain", "samples/l5r-paragon", card, "controller", "--archive", place_.archive()}).status, 0);
}

TEST_F(Complete, OffersNothingAfterAnUnknownWord) {
  EXPECT_EQ(offered({"verfy", ""}), "\n");
  EXPECT_EQ(offered({"explain", "no-such-game", "#"}), "\n");
}

}  // namespace
}  // namespace docket::complete_test
