// What docket import tells: all mistakes of a file at once, what the rules find, how much is not known; and that a dry
// run stores nothing.
#include "tests/tools/disputed_game.h"

namespace docket {
namespace {

using test::has;
using test::Ran;

constexpr const char* kDuel = R"(game "shop/1"
date "2026-10-10"
P1 "Gus"
P2 "Hana"
ruleset "yugioh"
P1 registers hand
  = 2 "Lantern Fox"
P2 registers deck 3 cards
== turn P1
-- "main 1"
plays "Lantern Fox" to "monster zone" slot 2 up turned attack
uses "Lantern Fox" ability 2 as ignition
uses "Lantern Fox" ability 2 as ignition
)";

class ImportTells : public testing::Test {
 protected:
  [[nodiscard]] Ran take(const std::string& text, std::vector<std::string> more = {}) const {
    std::vector<std::string> typed{"import",    place.file("shop.txt", text),
                                   "--cards",   test::sample("catalogues/yugioh.json"),
                                   "--archive", place.archive()};
    typed.insert(typed.end(), more.begin(), more.end());
    return test::run(typed);
  }
  test::Place place;
};

std::string replaced(std::string text, const std::string& was, const std::string& is) {
  return text.replace(text.find(was), was.size(), is);
}

TEST_F(ImportTells, WhatTheRulesFindAndWhereToLookFurther) {
  const Ran ran = take(kDuel);
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(has(ran.out, "stored     shop/1  7 events")) << ran.out;
  EXPECT_TRUE(has(ran.err, "findings   shop/1: 1, the first at event 7: P1 Gus uses Lantern Fox")) << ran.err;
  EXPECT_TRUE(has(ran.err, "[ygo.hard.use]")) << ran.err;
  EXPECT_TRUE(has(ran.err, "docket verify shop/1 tells it in full")) << ran.err;
}

TEST_F(ImportTells, AllMistakesOfAFileAtOnce) {
  std::string text = replaced(kDuel, "registers hand", "registers hnad");
  text = replaced(text, "as ignition\n", "as ignition link x\n");
  text = replaced(text, "-- \"main 1\"", "-- \"mian 1\"");
  const Ran ran = take(text);
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(has(ran.err, ":6:14: \"hnad\" is not a zone of the ruleset (did you mean \"hand\"?)")) << ran.err;
  EXPECT_TRUE(has(ran.err, ":10:4: ")) << ran.err;
  EXPECT_TRUE(has(ran.err, ":12:42: ")) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(place.archive())) << "nothing is stored";
  const Ran json = take(text, {"--json"});
  EXPECT_TRUE(has(json.out, R"(shop.txt","line":6,"column":14,"next":null,"length":4,"choices":[{"text":"hand",)"))
      << json.out;
  EXPECT_TRUE(has(json.out, R"("errors":[{"status":2,"message":"\"hnad\" is not a zone of the ruleset )")) << json.out;
}

TEST_F(ImportTells, AMisspeltHeaderWithItsPlace) {
  const Ran ran = take(replaced(replaced(kDuel, "date \"", "daet \""), "ruleset \"", "rulest \""));
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(has(ran.err, ":2:1: \"daet\" is not a line of a header (did you mean \"date\"?)")) << ran.err;
  EXPECT_TRUE(has(ran.err, ":5:1: \"rulest\" is not a line of a header (did you mean \"ruleset\"?)")) << ran.err;
}

TEST_F(ImportTells, AStartingValueThatTheRulesetHasNot) {
  const Ran ran = take(replaced(kDuel, "P1 registers", "P1 starts 5 honor\nP1 registers"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(has(ran.err, ":6:13: \"honor\" is not a value of the ruleset (did you mean \"life\"?)")) << ran.err;
  const Ran spelled = take(replaced(kDuel, "P1 registers", "P1 starts 7000 Life\nP1 registers"));
  EXPECT_EQ(spelled.status, 0) << spelled.err;
  EXPECT_TRUE(has(test::run({"log", "shop/1", "--archive", place.archive()}).out +
                      test::run({"ask", "shop/1", "value(P1, \"life\")", "--archive", place.archive()}).out,
                  "7000"));
}

TEST_F(ImportTells, AnAbilityThatIsUsedAsItsTextHasNot) {
  const Ran ran = take(replaced(kDuel, "as ignition\n", "as banana\n"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(has(ran.err,
                  ":12:33: by its text \"Lantern Fox\" has no ability that is used as \"banana\" (did you mean "
                  "\"ignition\" (ability 2)?)"))
      << ran.err;
}

TEST_F(ImportTells, AnAbilityThatTheCardHasNot) {
  const Ran ran = take(replaced(kDuel, "ability 2 as ignition\n", "ability 9\n"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(has(ran.err, ":12:28: by its text \"Lantern Fox\" has ")) << ran.err;
  EXPECT_TRUE(has(ran.err, "\"2\" (\"call a second light\", ignition)")) << ran.err;
}

TEST_F(ImportTells, ADryRunEverythingAndStoresNothing) {
  const Ran good = take(kDuel, {"--dry-run"});
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_TRUE(has(good.out, "good       shop/1  7 events")) << good.out;
  EXPECT_TRUE(has(good.err, "findings   shop/1: 1")) << good.err;
  EXPECT_FALSE(std::filesystem::exists(place.archive()));
  ASSERT_EQ(take(kDuel).status, 0);
  const Ran again = take(kDuel, {"--dry-run"});
  EXPECT_EQ(again.status, 2);
  EXPECT_TRUE(has(again.err, "the archive has a game shop/1 already")) << again.err;
}

TEST_F(ImportTells, HowLongAChangeIsTakenToLastThatSaysNoDuration) {
  const std::string changes =
      "  + bonus ATK 500 on \"Lantern Fox\" until turn\n  + set ATK 0 on \"Lantern Fox\"\n  + maximum ATK 9 on P1\n";
  const Ran ran = take(replaced(kDuel, "turned attack\n", "turned attack\n" + changes));
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(
      has(ran.err,
          "attention  shop/1: event 5: \"set ATK 0\" says no duration, and is taken to last as long as the card "
          "stays where it is; \"until turn\" behind it ends it with the turn (and 1 more)"))
      << ran.err;
  EXPECT_FALSE(has(take(kDuel, {"--id", "shop/2"}).err, "says no duration"));
}

TEST_F(ImportTells, ToReplaceAGameThatIsThereAlready) {
  ASSERT_EQ(take(kDuel).status, 0);
  const Ran ran = take(replaced(kDuel, "slot 2", "slot 1"), {"--dry-run"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(has(ran.err, "the archive has a game shop/1 already")) << ran.err;
  EXPECT_TRUE(has(ran.err, "--replaces shop/1 where it is the same game, corrected")) << ran.err;
}

TEST_F(ImportTells, WhichRulingsOfTheOldRecordDoNotStandInTheNew) {
  ASSERT_EQ(take(kDuel).status, 0);
  ASSERT_EQ(test::run({"rule", "shop/1", "--at", "7", "--claim", "not legal(7)", "--judge", "Ida", "--archive",
                       place.archive()})
                .status,
            0);
  const Ran ran = take(replaced(kDuel, "slot 2", "slot 1"), {"--replaces", "shop/1"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(has(ran.err,
                  "that of event 8 of shop/1@1 does not stand here: docket rule shop/1 --at 7 --claim 'not legal(7)' "
                  "--judge \"Ida\" gives it again"))
      << ran.err;
}

}  // namespace
}  // namespace docket
