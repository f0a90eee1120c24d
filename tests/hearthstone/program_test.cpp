// docket import and verify of games of Hearthstone, as people run them: the names of several games of a file, and
// the findings about attacks and the end of a game.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/hearthstone/log_writer.h"
#include "tests/places.h"
#include "tests/tools/run.h"

namespace docket::hearthstone::program_test {
namespace {

const std::string kSamples = docket::test::sourceDir() + "/tests/hearthstone/samples/";

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

class HearthstoneProgram : public testing::Test {
 protected:
  [[nodiscard]] static std::string duel() { return test::textOf(kSamples + "small-duel.xml"); }
  /// The sample with `now` in place of `from`.
  [[nodiscard]] static std::string duelWith(const std::string& from, const std::string& now) {
    std::string text = duel();
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), now);
  }
  [[nodiscard]] test::Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place_.archive(), std::move(typed));
  }
  [[nodiscard]] test::Ran import(const std::string& file, const std::string& text,
                                 std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"import", "--cards", kSamples + "cards.jsonl"});
    options.push_back(place_.file(file, text));
    return docket(options);
  }
  [[nodiscard]] std::string verified(const std::string& text) const {
    const test::Ran taken = import("duel.xml", text);
    EXPECT_EQ(taken.status, 0) << taken.err;
    return docket({"verify", "duel"}).out;
  }

  const test::TempDirectory place_;
};

const std::string kTwice = "<Block entity=\"4\" type=\"1\" target=\"12\">\n";  // the sample's second attack in a turn

TEST_F(HearthstoneProgram, AssignsAnIdToEachGameOfAFile) {
  const std::string one = logOf(duel(), "small-duel.xml");
  const test::Ran alone = import("evening.log", one);
  EXPECT_TRUE(has(alone.out, "stored     evening ")) << alone.out << alone.err;
  const test::Ran both = import("evening.log", one + one);
  EXPECT_TRUE(has(both.out, "stored     evening-1 ")) << both.out << both.err;
  EXPECT_TRUE(has(both.out, "stored     evening-2 ")) << both.out << both.err;
  const test::Ran named = import("evening.log", one + one, {"--id", "friday"});
  EXPECT_TRUE(has(named.out, "stored     friday-1 ")) << named.out << named.err;
  EXPECT_TRUE(has(named.out, "stored     friday-2 ")) << named.out << named.err;
  const test::Ran again = import("evening.log", one + one, {"--id", "friday"});
  EXPECT_TRUE(has(again.out, "unchanged  friday-2 ")) << again.out << again.err;
}

TEST_F(HearthstoneProgram, FindsTheSecondAttackOfATurn) { EXPECT_TRUE(has(verified(duel()), "[hs.attack.once]")); }

TEST_F(HearthstoneProgram, AllowsAReturnedMinionToAttack) {
  const std::size_t second = duel().rfind(kTwice);
  std::string text = duel();
  text.insert(
      second,
      "<Block entity=\"4\" type=\"5\"><TagChange entity=\"4\" tag=\"43\" value=\"0\"/>"
      "<TagChange entity=\"4\" tag=\"49\" value=\"3\"/><TagChange entity=\"4\" tag=\"263\" value=\"1\"/></Block>"
      "<Block entity=\"4\" type=\"7\"><TagChange entity=\"4\" tag=\"49\" value=\"1\"/>"
      "<TagChange entity=\"4\" tag=\"791\" value=\"1\"/></Block>");
  EXPECT_FALSE(has(verified(text), "[hs."));
}

TEST_F(HearthstoneProgram, AllowsAMinionWithWindfuryToAttackAgain) {
  const std::size_t second = duel().rfind(kTwice);
  std::string text = duel();
  text.insert(second, "<TagChange entity=\"4\" tag=\"189\" value=\"1\"/>");
  EXPECT_FALSE(has(verified(text), "[hs."));
}

TEST_F(HearthstoneProgram, ReportsThatAPlayerWhoLeavesLoses) {
  const std::string text =
      duelWith("<TagChange entity=\"3\" tag=\"17\" value=\"8\"/>", "<TagChange entity=\"3\" tag=\"17\" value=\"7\"/>");
  EXPECT_FALSE(has(verified(text), "[hs.win"));
  EXPECT_TRUE(has(docket({"log", "duel"}).out, "P1 wins as disconnection"));
}

// Both heroes die with one event: after the first of the two deaths no player has won yet.
TEST_F(HearthstoneProgram, ReportsThatBothHeroesDieTogether) {
  const std::string states =
      "<TagChange entity=\"3\" tag=\"17\" value=\"8\"/>\n<TagChange entity=\"3\" tag=\"17\" value=\"5\"/>\n"
      "<TagChange entity=\"2\" tag=\"17\" value=\"4\"/>\n";
  const std::string damage =
      "<TagChange entity=\"10\" tag=\"44\" value=\"30\"/><TagChange entity=\"12\" tag=\"44\" value=\"30\"/>";
  const auto ends = [&](const std::string& deaths, const std::string& ada, const std::string& ben) {
    return duelWith(states, damage + "<Block entity=\"1\" type=\"6\">" + deaths +
                                "</Block><TagChange entity=\"2\" tag=\"17\" value=\"" + ada +
                                "\"/><TagChange entity=\"3\" tag=\"17\" value=\"" + ben + "\"/>");
  };
  const std::string jaina = "<TagChange entity=\"10\" tag=\"49\" value=\"4\"/>",
                    garrosh = "<TagChange entity=\"12\" tag=\"49\" value=\"4\"/>";
  EXPECT_FALSE(has(verified(ends(jaina + garrosh, "6", "6")), "[hs.win"));
  EXPECT_TRUE(has(docket({"log", "duel"}).out, "nobody wins as tie"));
  const auto other = [&](const std::string& id, const std::string& text) {
    EXPECT_EQ(import(id + ".xml", text).status, 0);
    return docket({"verify", id}).out;
  };
  EXPECT_TRUE(has(other("claimed", ends(jaina + garrosh, "4", "5")), "[hs.win"));
  EXPECT_TRUE(has(other("alone", ends(jaina, "6", "6")), "[hs.win"));
  EXPECT_FALSE(has(other("won", ends(jaina, "5", "4")), "[hs.win"));
}

TEST_F(HearthstoneProgram, IsUncertainAboutWhatAFileLacks) {
  const std::string whole = duel();
  const std::string cut = whole.substr(0, whole.rfind(kTwice) + 20);
  const test::Ran taken = import("cut.xml", cut);
  EXPECT_EQ(taken.status, 0) << taken.err;
  EXPECT_TRUE(has(taken.err, "the file is cut short at line")) << taken.err;
  EXPECT_TRUE(has(taken.err, "the file does not say how the game ended")) << taken.err;
  EXPECT_TRUE(has(docket({"ask", "cut", "turn()"}).out, "UNVERIFIED"));
  const std::string late = duelWith("<GameEntity id=\"1\">", "<GameEntity id=\"1\"><Tag tag=\"20\" value=\"2\"/>");
  const test::Ran joined = import("late.xml", late);
  EXPECT_TRUE(has(joined.err, "the file begins in turn 2")) << joined.err;
}

TEST_F(HearthstoneProgram, DoesNotCountATradeAsAPlay) {
  const auto acts = [&](const std::string& block) {
    std::string text = duel();
    text.insert(text.rfind(kTwice), block + "<TagChange entity=\"6\" tag=\"49\" value=\"2\"/></Block>");
    const test::Ran taken = import("trade.xml", text, {"--id", "trade" + std::to_string(block.size())});
    EXPECT_EQ(taken.status, 0) << taken.err;
    return docket({"log", "trade" + std::to_string(block.size())}).out;
  };
  const std::string draw = "<TagChange entity=\"6\" tag=\"49\" value=\"3\"/>";
  EXPECT_TRUE(has(acts(draw + "<Block entity=\"6\" type=\"7\" target=\"6\">"), "as \"deck action\""));
  EXPECT_TRUE(has(acts(draw + "<Block entity=\"6\" type=\"13\">"), "as \"deck action\""));
  EXPECT_FALSE(has(acts(draw + "<Block entity=\"6\" type=\"7\">"), "deck action"));
}

}  // namespace
}  // namespace docket::hearthstone::program_test
